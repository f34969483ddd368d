"""The contact sheet: all figures on one page that follows its reader's colour scheme."""

from __future__ import annotations

import os
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote

import matplotlib as mpl
from matplotlib import style
from matplotlib.colors import to_hex

from gallery._figures import THEMES
from gallery._runner import MADE, SKIPPED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from cardplot import Saved
    from gallery._runner import Outcome

_LAYOUT = """\
body { margin: 0 auto; max-width: 110rem; padding: 2rem clamp(1rem, 4vw, 4rem);
  font: 1rem/1.5 system-ui, sans-serif; background: var(--surface); color: var(--ink); }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 0; font-size: 1rem; line-height: 1.3; overflow-wrap: anywhere; }
p { margin: .25rem 0; max-width: 75ch; }
a { color: inherit; text-underline-offset: .2em; }
header, .files { color: var(--quiet); }
h1 { color: var(--ink); }
main { display: grid; gap: 3rem; margin: 2.5rem 0;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 38rem), 1fr)); }
article { border-top: 1px solid var(--line); padding-top: 1rem; min-width: 0; }
picture { display: block; margin: 1rem 0 .75rem; }
img { display: block; max-width: 100%; height: auto; }
.files a { margin-right: .75rem; }
"""


def page(outcomes: Sequence[Outcome], out: Path) -> str:
    """Write the HTML of a page in the folder *out*."""
    made = [outcome for outcome in outcomes if outcome.status == MADE]
    articles = "\n".join(_article(outcome, out) for outcome in outcomes)
    return f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>cardplot gallery</title>
<style>
{_colors()}{_LAYOUT}</style>
</head>
<body>
<header>
<h1>cardplot gallery</h1>
<p>{len(made)} of {len(outcomes)} figures. The <a href="REPORT.md">report</a> has their findings,
alt texts and data.</p>
</header>
<main>
{articles}
</main>
</body>
</html>
"""


def _article(outcome: Outcome, out: Path) -> str:
    name = escape(outcome.name)
    if outcome.saved is None:
        word = "Skipped" if outcome.status == SKIPPED else "Failed"
        body = f"<h2>{name}</h2>\n<p>{word}: {escape(outcome.reason)}</p>"
        return f'<article id="{name}">\n{body}\n</article>'
    # Title and finding stand in the picture, and in its alt text.
    lines = [f"<h2>{name}</h2>"]
    if {"png", "svg"} & {picture.format for picture in outcome.saved.pictures}:
        lines.append(outcome.saved.embed("html", start=out))
    links = "\n".join(
        f'<a href="{quote(_relative(path, out))}">{escape(word)}</a>'
        for path, word in _files(outcome.saved)
    )
    lines.append(f'<p class="files">{links}</p>')
    return f'<article id="{name}">\n' + "\n".join(lines) + "\n</article>"


def _files(saved: Saved) -> Iterator[tuple[Path, str]]:
    for theme, name, path in saved.pictures:
        yield path, name.upper() if theme == saved.light else f"{name.upper()}, {theme}"
    if saved.csv is not None:
        yield saved.csv, "data"
    if saved.txt is not None:
        yield saved.txt, "alt text"


def _relative(path: Path, out: Path) -> str:
    return os.path.relpath(path, out).replace(os.sep, "/")


def _colors() -> str:
    """Give the page the colours of the figures' themes."""
    light, dark = map(_variables, THEMES)
    return f":root {{ {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"


def _variables(theme: str) -> str:
    with style.context(f"cardplot.{theme}", after_reset=True):
        colors = {
            "surface": mpl.rcParams["figure.facecolor"],
            "ink": mpl.rcParams["text.color"],
            "quiet": mpl.rcParams["axes.labelcolor"],
            "line": (mpl.rcParams["grid.color"], mpl.rcParams["grid.alpha"]),
        }
    return " ".join(
        f"--{name}: {to_hex(color, keep_alpha=name == 'line')};" for name, color in colors.items()
    )
