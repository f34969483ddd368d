"""What there is to say about a panel, the most important first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis

from cardplot._description import sentences as _sentences
from cardplot._description.artists import Other, Part
from cardplot._description.reading_order import Panel, Sheet, findings_of
from cardplot._format import english as _english

if TYPE_CHECKING:
    import pandas as pd

Sentences = tuple[list[str], list[str], list[str]]
"""What is there; how it is measured; all else."""

_ORDINALS = ("second", "third", "further")


def told(panel: Panel) -> list[str]:
    """Return the sentences about a panel, the most important first."""
    first, *twins = panel.sheets
    sheets = [_told_sheet(first), *(_told_twin(first.axes, *twin) for twin in enumerate(twins))]
    sheets.append(([], list(_scales_alone(panel)), []))
    texts = [text for rank in zip(*sheets, strict=True) for texts in rank for text in texts]
    return list(dict.fromkeys(texts))


def _told_sheet(sheet: Sheet) -> Sentences:
    """Return the sentences about an Axes: what is there, how it is measured, and all else."""
    axes = sheet.axes
    kinds, references = [], []
    for part in _joined(sheet.parts):
        sentences = _sentences.say(part.kind, part.table, part.caption)
        if part.kind == "reference":
            references += sentences
        else:
            kinds.append(sentences)
    openings = [sentences[0] for sentences in kinds if sentences]
    openings += map(_left, sheet.others)
    if sheet.is_empty:
        openings = ["An empty panel"]
    words = [f"“{_english.short(line)}”" for line in sheet.words]
    return (
        [*findings_of(axes), *_projection(axes), *openings],
        [*_axes_words(axes), *_color_scales(axes)],
        [
            *references,
            *(text for sentences in kinds for text in sentences[1:]),
            f"Written on it: {_english.listed(words)}" if words else "",
        ],
    )


def _told_twin(first: Axes, number: int, twin: Sheet) -> Sentences:
    """Return the sentences about an Axes that lies on another one."""
    own = _own_axes(first, twin.axes)
    words = "; ".join(filter(None, map(_axis_words, own.values())))
    openings, _, rest = _told_sheet(twin)
    ordinal = _ORDINALS[min(number, 2)]
    where = f"a {ordinal} {min(own)} axis" if len(own) == 1 else "axes laid over these"
    lead = f"On {where}{f' ({words})' if words else ''}: "
    opening = openings[0] if openings else ""
    openings[:1] = [f"{lead}{opening[:1].lower()}{opening[1:]}"]
    return openings, list(_color_scales(twin.axes)), rest


def _own_axes(first: Axes, twin: Axes) -> dict[str, Axis]:
    """Return the axes of a twin that the first doesn't have too."""
    shared = {"x": first.get_shared_x_axes(), "y": first.get_shared_y_axes()}
    axes = {"x": twin.xaxis, "y": twin.yaxis}
    return {name: axes[name] for name in shared if not shared[name].joined(first, twin)}


def _scales_alone(panel: Panel) -> Iterator[str]:
    """Tell the axes of twins on which nothing is drawn."""
    told = [sheet.axes for sheet in panel.sheets]
    first = panel.frames[0]
    if first not in told:
        yield from (*findings_of(first), *_axes_words(first))
    for twin in panel.frames[1:]:
        for name, axis in _own_axes(first, twin).items() if twin not in told else ():
            words = _axis_words(axis)
            if words:
                yield f"Second {name} axis: {words}"


def _left(other: Other) -> str:
    names = f" ({_english.listed(other.names)})" if other.names else ""
    return f"{_english.count(other.number, other.noun)}{names} without readable data"


def _projection(axes: Axes) -> Iterator[str]:
    if axes.name == "polar":
        yield "Polar axes, with angles in degrees along x"
    elif axes.name != "rectilinear":
        yield f"{axes.name.upper() if axes.name == '3d' else axes.name.capitalize()} axes"


def _joined(parts: Iterable[Part]) -> list[Part]:
    """Return the parts, several calls for one kind of mark as one part.

    Only where rows stand for themselves: shares and changes belong to the call that drew them.
    """
    import pandas as pd

    joined: list[Part] = []
    for part in parts:
        last = joined[-1] if joined else None
        alike = last is not None and (last.kind, *last.table) == (part.kind, *part.table)
        if last is not None and alike and _rows_alone(last.table) and _rows_alone(part.table):
            table = pd.concat([last.table, part.table], ignore_index=True)
            captions = dict.fromkeys(filter(None, (last.caption, part.caption)))
            joined[-1] = Part(part.kind, table, " ".join(captions))
        else:
            joined.append(part)
    return joined


def _rows_alone(table: pd.DataFrame) -> bool:
    columns = set(table.columns)
    if "delta" in columns:
        return bool(table["delta"].isna().all())
    return {"x", "series"} <= columns


def _axes_words(axes: Axes) -> Iterator[str]:
    """Say what the axes of an Axes measure, a second scale beside them too."""
    if not axes.axison:
        return
    for name in "xyz":
        axis = getattr(axes, f"{name}axis", None)
        words = _axis_words(axis) if axis is not None else ""
        if words:
            yield f"{name.upper()} axis: {words}"
    for child in axes.child_axes:
        if not isinstance(child, Axes) and child.get_visible():
            name = "x" if child.xaxis.get_visible() and child.get_xlabel() else "y"
            label = child.get_xlabel() or child.get_ylabel()
            if label:
                yield f"Second {name} axis: {_line(label)}"


def _axis_words(axis: Axis) -> str:
    label = _line(axis.get_label_text()) if axis.label.get_visible() else ""
    words = [label] if label and axis.get_visible() else []
    scale = axis.get_scale()
    if axis.axes.name == "rectilinear" and not _is_even(axis) and f"{scale} scale" not in label:
        words.append(f"{scale} scale")
    return ", ".join(words)


def _is_even(axis: Axis) -> bool:
    """Say whether equal steps are equally long, whatever the scale is called."""
    if axis.get_scale() in ("linear", "log"):
        return axis.get_scale() == "linear"
    low, high = axis.get_view_interval()
    start, middle, end = axis.get_transform().transform(np.array([low, (low + high) / 2, high]))
    return bool(np.isclose(middle, (start + end) / 2))


def _line(text: str) -> str:
    return " ".join(text.split())


def colorbars(axes: Axes) -> list[Axes]:
    """Return the Axes of the colorbars of what is on an Axes."""
    bars = (mappable.colorbar for mappable in [*axes.images, *axes.collections])
    return list(dict.fromkeys(bar.ax for bar in bars if bar is not None))


def _color_scales(axes: Axes) -> Iterator[str]:
    yield from color_labels(colorbars(axes))


def color_labels(bars: Iterable[Axes]) -> Iterator[str]:
    for bar in bars:
        label = _line(bar.get_ylabel() or bar.get_xlabel())
        if label and bar.get_visible():
            yield f"Colour: {label}"
