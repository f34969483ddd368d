"""What `save` returns: where the files are, and the text that shows them on a page."""

from __future__ import annotations

import html
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

_CSS_PX_PER_INCH = 96
_SHOWN_IN_A_PAGE = ("png", "svg")
_SHOWN_IN_LATEX = ("pdf", "png")


class Picture(NamedTuple):
    """One picture file: its theme, its format and its path."""

    theme: str
    format: str
    path: Path


@dataclass(frozen=True)
class Saved:
    """The files that `save` has written, and the snippets that embed them.

    Attributes
    ----------
    paths : tuple of pathlib.Path
        Every file written: the pictures theme by theme, then the data, then the alt text.
    pictures : tuple of Picture
        The picture files with their themes and formats.
    csv, txt : pathlib.Path or None
        The data and the alt text; None where none was written.
    alt : str
        The alt text.
    light, dark : str or None
        The first theme with a light surface (or, if there is none, the first) and the first with
        a dark one beside it.
    size_inches : tuple of float
        Width and height of the figure.

    Notes
    -----
    ``str`` properties give the snippets: `github`, `html`, `markdown`, `hugging_face` and
    `latex`. Paths in them are relative to the working folder (a file outside it goes by its name
    alone); `embed` takes another folder or the address that the files will have.
    """

    paths: tuple[Path, ...]
    pictures: tuple[Picture, ...]
    csv: Path | None
    txt: Path | None
    alt: str
    light: str
    dark: str | None
    size_inches: tuple[float, float]

    def path(self, file_format: str | None = None, theme: str | None = None) -> Path:
        """Return the picture of a theme in a format.

        Parameters
        ----------
        file_format : str, optional
            Such as "png". Default: the first that was written.
        theme : str, optional
            Such as "dark". Default: the first that was written.

        Raises
        ------
        KeyError
            If it wasn't written; the message says what was.
        """
        for picture in self.pictures:
            if file_format in (None, picture.format) and theme in (None, picture.theme):
                return picture.path
        written = ", ".join(f"({p.format!r}, {p.theme!r})" for p in self.pictures)
        raise KeyError(
            f"no picture with format={file_format!r}, theme={theme!r}; there are {written}"
        )

    @property
    def github(self) -> str:
        """HTML for a README on GitHub: the dark file for dark readers, the light one elsewhere.

        Sites that drop ``<picture>``, PyPI among them, show the light file.
        """
        return self.embed("github")

    @property
    def html(self) -> str:
        """HTML for a page of one's own: as `github`, with the height too, so nothing jumps."""
        return self.embed("html")

    @property
    def markdown(self) -> str:
        """Plain Markdown with the light file."""
        return self.embed("markdown")

    @property
    def hugging_face(self) -> str:
        """Markdown for a card on the Hugging Face Hub, one line for each mode of the page."""
        return self.embed("hugging_face")

    @property
    def latex(self) -> str:
        r"""``\includegraphics`` with the light file (the PDF if there is one) and its alt text."""
        return self.embed("latex")

    def embed(
        self,
        site: str,
        *,
        start: str | os.PathLike[str] | None = None,
        base_url: str | None = None,
        file_format: str | None = None,
    ) -> str:
        """Return the text that shows the figure on a page.

        Parameters
        ----------
        site : {"github", "html", "markdown", "hugging_face", "latex"}
            What kind of page.
        start : path, default: the working folder
            The folder of the page, from which the addresses are relative.
        base_url : str, optional
            The address of the folder *start* on the web; then the addresses are absolute. PyPI
            needs that: it resolves no relative ones.
        file_format : str, optional
            Default: PNG if there is one, else SVG; for LaTeX PDF, else PNG.

        Raises
        ------
        ValueError
            If *site* is unknown, or no file has a format that it shows.
        """
        builders = {
            "github": self._picture_element,
            "html": self._picture_element,
            "markdown": self._markdown,
            "hugging_face": self._hugging_face,
            "latex": self._latex,
        }
        if site not in builders:
            raise ValueError(f"site must be one of {', '.join(builders)}, not {site!r}")
        shown = _SHOWN_IN_LATEX if site == "latex" else _SHOWN_IN_A_PAGE
        chosen = self._chosen(shown, file_format)
        addresses = [
            _address(self.path(chosen, theme), start, base_url, quoted=site != "latex")
            for theme in (self.light, self.dark)
            if theme is not None
        ]
        sized = self.size_inches if site == "html" else self.size_inches[:1]
        return builders[site](addresses, sized)

    def _chosen(self, shown: tuple[str, ...], file_format: str | None) -> str:
        written = [picture.format for picture in self.pictures]
        if file_format is not None:
            if file_format in shown and file_format in written:
                return file_format
            raise ValueError(
                f"file_format must be one of {', '.join(shown)} and among those written "
                f"({', '.join(dict.fromkeys(written))}), not {file_format!r}"
            )
        for candidate in shown:
            if candidate in written:
                return candidate
        raise ValueError(
            f"the page shows {' or '.join(shown)}; only {', '.join(dict.fromkeys(written))} "
            "was written"
        )

    def _picture_element(self, addresses: list[str], sized: tuple[float, ...]) -> str:
        pixels = (round(inches * _CSS_PX_PER_INCH) for inches in sized)
        size = "".join(
            f' {name}="{value}"' for name, value in zip(("width", "height"), pixels, strict=False)
        )
        image = f'<img alt="{_attribute(self.alt)}" src="{_attribute(addresses[0])}"{size}>'
        dark = "".join(
            f'  <source media="(prefers-color-scheme: dark)" srcset="{_attribute(address)}">\n'
            for address in addresses[1:]
        )
        return f"<picture>\n{dark}  {image}\n</picture>"

    def _markdown(self, addresses: list[str], sized: tuple[float, ...]) -> str:
        return f"![{_markdown_text(self.alt)}]({addresses[0]})"

    def _hugging_face(self, addresses: list[str], sized: tuple[float, ...]) -> str:
        if len(addresses) == 1:
            return self._markdown(addresses, sized)
        modes = ("light", "dark")
        return "\n".join(
            f"![{_markdown_text(self.alt)}]({address}#hf-{mode}-mode-only)"
            for mode, address in zip(modes, addresses, strict=True)
        )

    def _latex(self, addresses: list[str], sized: tuple[float, ...]) -> str:
        width = f"width={sized[0]:g}in, " if addresses[0].endswith(".png") else ""
        return f"\\includegraphics[{width}alt={{{_latex_text(self.alt)}}}]{{{addresses[0]}}}"


def _address(
    path: Path, start: str | os.PathLike[str] | None, base_url: str | None, *, quoted: bool
) -> str:
    """Return how a page in the folder *start* calls *path*."""
    absolute = path.absolute()
    if start is None:
        here = Path.cwd()
        near = absolute.relative_to(here) if absolute.is_relative_to(here) else Path(path.name)
        text = near.as_posix()
    else:
        text = Path(os.path.relpath(absolute, start)).as_posix()
    if not quoted:
        return text
    text = quote(text, safe="/")
    return text if base_url is None else f"{base_url.rstrip('/')}/{text}"


def _attribute(text: str) -> str:
    """Return *text* for an HTML attribute, on one line: an empty line would end the HTML."""
    return html.escape(" ".join(text.split()), quote=True)


def _markdown_text(text: str) -> str:
    """Return *text* so that Markdown shows it as it is."""
    return re.sub(r"([\\`*_\[\]<>&~$|!#])", r"\\\1", " ".join(text.split()))


def _latex_text(text: str) -> str:
    """Return *text* so that LaTeX shows it as it is."""
    special = {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{character: f"\\{character}" for character in "{}%#&_$"},
    }
    return "".join(special.get(character, character) for character in " ".join(text.split()))
