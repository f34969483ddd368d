"""Random realistic figures, drawn as people would draw them, and the faults that judges find."""

from __future__ import annotations

from dataclasses import dataclass

import matplotlib as mpl
import numpy as np
from figtools import collisions
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.offsetbox import AnnotationBbox, OffsetImage
from matplotlib.text import Text
from matplotlib.transforms import Bbox

import cardplot as cp

WORDS = (
    "base lora qwen roberta large vocabulary pruned sparse dense editor global recurrence layers "
    "kept final quantised Q8_0 BF16 8-bit distilled merge TIES linear arithmetic strings lists "
    "English Korean encoder-decoder tokenizer instruct 0.5B 4L/128k MMLU GSM8K HumanEval"
).split()
SIZES = ((3.25, 2.2), (3.25, 3.0), (4.4, 2.8), (5.5, 3.4), (6.75, 4.0), (8.0, 4.5), (11.0, 4.3))
ENGINES = ("constrained", "tight", None)
CURVES = 20_000
"""From this seed on figures are of curves."""
AT_HOME = 30_000
"""From this seed on, something that isn't ours is drawn too."""
KINDS = ("shares", "deltas", "values", "seeds", "numeric seeds", "lines")


@dataclass(frozen=True)
class Case:
    """What a random figure is made of; printed where it fails."""

    seed: int
    kind: str
    size: tuple[float, float]
    dpi: int
    engine: str | None
    horizontal: bool
    theme: str
    floor: bool
    footer: bool
    legend: bool
    foreign: str | None = None


def case_of(seed: int) -> Case:
    """Return the case of a seed."""
    rng = np.random.default_rng(seed)
    return Case(
        seed=seed,
        kind=KINDS[rng.integers(len(KINDS))] if not CURVES <= seed < AT_HOME else "curves",
        size=SIZES[rng.integers(len(SIZES))],
        dpi=int(rng.choice([100, 150, 200])),
        engine=ENGINES[rng.integers(3)],
        horizontal=bool(rng.random() < 0.35),
        theme=("cardplot.card", "cardplot.dark")[rng.integers(2)],
        floor=bool(rng.random() < 0.4),
        footer=bool(rng.random() < 0.5),
        legend=bool(rng.random() < 0.7),
        foreign=str(rng.choice([*_ON_AXES, *_BESIDE])) if seed >= AT_HOME else None,
    )


def names(rng: np.random.Generator, n: int, longest: int) -> list[str]:
    """Return *n* different names of up to *longest* characters."""
    found: list[str] = []
    while len(found) < n:
        words = rng.choice(WORDS, size=rng.integers(1, 5))
        name = " ".join(words)[: int(rng.integers(3, longest + 1))].strip()
        if name and name not in found:
            found.append(name)
    return found


def draw(case: Case) -> tuple[Figure, list[object]]:
    """Draw a case under its theme; return the figure and the results of the primitives."""
    rng = np.random.default_rng(case.seed + 10_000)
    with mpl.style.context(case.theme):
        figure = Figure(figsize=case.size, dpi=case.dpi, layout=case.engine)
        FigureCanvasAgg(figure)
        ax = _axes(figure, case)
        results = _KINDS[case.kind](ax, rng, case)
        if case.floor:
            axis = "x" if case.horizontal and case.kind not in ("lines", "curves") else "y"
            low, high = ax.get_xlim() if axis == "x" else ax.get_ylim()
            value = low + (high - low) * rng.uniform(0.25, 0.85)
            results.append(cp.floor_line(ax, value, names(rng, 1, 28)[0], axis=axis))
        if case.legend and case.kind not in ("lines", "curves", "seeds"):
            cp.legend(ax)
        if case.foreign in _ON_AXES:
            _ON_AXES[case.foreign](ax, np.random.default_rng(case.seed))
        # As many words as somebody would write above and below a figure of that size.
        words = int(case.size[0] * case.size[1])
        if rng.random() < 0.5 and case.size[1] > 2.5:
            title, finding = min(6, words // 3), min(14, words)
            cp.headline(
                figure, " ".join(rng.choice(WORDS, title)), " ".join(rng.choice(WORDS, finding))
            )
        if case.footer:
            cp.footer(figure, " ".join(rng.choice(WORDS, int(rng.integers(5, 15 + words)))))
    return figure, results


def _table(rng: np.random.Generator, case: Case) -> tuple[np.ndarray, list[str], list[str]]:
    n, k = int(rng.integers(2, 9)), int(rng.integers(2, 5))
    values = np.exp(rng.normal(0, 0.8, (n, k))) * 10.0 ** rng.integers(-1, 4)
    return values, names(rng, n, 30), names(rng, k, 20)


def _orientation(case: Case) -> str:
    return "horizontal" if case.horizontal else "vertical"


def _shares(ax, rng, case):  # type: ignore[no-untyped-def]
    values, rows, columns = _table(rng, case)
    return [
        cp.stacked_share_bars(
            ax,
            values,
            tick_labels=rows,
            labels=columns,
            orientation=_orientation(case),
            normalize=bool(rng.random() < 0.2),
        )
    ]


def _deltas(ax, rng, case):  # type: ignore[no-untyped-def]
    values, rows, columns = _table(rng, case)
    errors = values * rng.uniform(0.02, 0.2) if rng.random() < 0.4 else None
    return [
        cp.grouped_delta_bars(
            ax,
            values,
            tick_labels=rows,
            labels=columns,
            orientation=_orientation(case),
            errors=errors,
            better="higher" if rng.random() < 0.3 else None,
        )
    ]


def _values(ax, rng, case):  # type: ignore[no-untyped-def]
    values, rows, columns = _table(rng, case)
    return [
        cp.grouped_delta_bars(
            ax,
            values,
            tick_labels=rows,
            labels=columns,
            orientation=_orientation(case),
            delta=None,
            values=True,
        )
    ]


def _seeds(ax, rng, case):  # type: ignore[no-untyped-def]
    n = int(rng.integers(2, 9))
    data = {
        name: rng.normal(rng.uniform(0.4, 0.7), 0.04, int(rng.integers(0 if n > 2 else 1, 6)))
        for name in names(rng, n, 30)
    }
    return [cp.seed_errorbars(ax, data, orientation=_orientation(case))]


def _numeric_seeds(ax, rng, case):  # type: ignore[no-untyped-def]
    pd = __import__("pandas")
    dense = case.seed % 2 == 1
    rows = [
        (x, rng.normal(0.5 - 0.02 * i - 0.01 * j, 0.01), name)
        for j, name in enumerate(names(rng, int(rng.integers(1, 4)), 20))
        for i, x in enumerate(range(50, 1001, 50) if dense else (0.1, 0.3, 1, 3, 10))
        for _ in range(int(rng.integers(2, 6)))
    ]
    table = pd.DataFrame(rows, columns=["cost", "loss", "system"])
    if not dense:
        ax.set_xscale("log")
    connect, dodge = not dense or case.seed % 3 > 0, True if case.seed % 5 == 0 else None
    return [
        cp.seed_errorbars(ax, table, x="cost", y="loss", hue="system", connect=connect, dodge=dodge)
    ]


def _lines(ax, rng, case):  # type: ignore[no-untyped-def]
    x = np.arange(int(rng.integers(4, 9)))
    # Every other time they end close together.
    meet = case.seed % 2
    for name in names(rng, int(rng.integers(2, 5)), 24):
        y = np.cumsum(rng.normal(0, 0.02, len(x)))
        ax.plot(x, 0.5 + y - meet * 0.95 * y[-1], marker="o", label=name)
    return [cp.end_labels(ax)]


def _curves(ax, rng, case):  # type: ignore[no-untyped-def]
    steps = int(rng.choice([8, 60, 400]))
    x = np.arange(1, steps + 1)
    data = {}
    for name in names(rng, int(rng.integers(1, 6)), 24):
        runs = 3 * x ** -rng.uniform(0.1, 0.6) + np.cumsum(rng.normal(0, 0.01, (4, steps)), axis=1)
        data[name] = [run[: int(rng.integers(steps // 2, steps + 1))] for run in runs]
        data[name][0][-1] = rng.choice([1.0, np.nan])
    ax.set_xscale("log" if rng.random() < 0.3 else "linear")
    smooth = steps / 20 if rng.random() < 0.3 else None
    return [cp.seed_curves(ax, data, seeds=bool(rng.random() < 0.3), smooth=smooth)]


def _axes(figure: Figure, case: Case) -> Axes:
    """Return the Axes for what is ours, beside another panel maybe."""
    if case.foreign not in _BESIDE:
        return figure.add_subplot()
    figure.set_size_inches(2 * figure.get_size_inches()[0], case.size[1])
    ax, other = figure.subplots(1, 2)
    _BESIDE[case.foreign](other, np.random.default_rng(case.seed))
    return ax


def _colorbar(ax, rng):  # type: ignore[no-untyped-def]
    x, y = rng.uniform(*ax.get_xlim(), 6), rng.uniform(*ax.get_ylim(), 6)
    marks = ax.scatter(x, y, c=rng.uniform(0, 1, 6), s=14)
    ax.figure.colorbar(marks, ax=ax, label="score")


def _inset(ax, rng):  # type: ignore[no-untyped-def]
    ax.inset_axes([*rng.uniform(0.1, 0.6, 2), 0.3, 0.3]).plot(rng.normal(size=9))


def _image(ax, rng):  # type: ignore[no-untyped-def]
    picture = OffsetImage(rng.uniform(size=(9, 9)), zoom=4, cmap="viridis")
    place = rng.uniform(0.2, 0.8, 2)
    ax.add_artist(AnnotationBbox(picture, place, xycoords="axes fraction", frameon=False))


def _twin(ax, rng):  # type: ignore[no-untyped-def]
    other = ax.twinx()
    other.plot(np.linspace(*ax.get_xlim(), 5), rng.normal(50, 10, 5), label="twin")
    other.set_ylabel("on the right")
    other.grid(visible=False)  # It would be drawn over all labels.


def _area(ax, rng):  # type: ignore[no-untyped-def]
    (low, high), x = ax.get_ylim(), np.linspace(*ax.get_xlim(), 5)
    edges = np.sort(rng.uniform(low, high, (2, 5)), axis=0)
    ax.fill_between(x, *edges, alpha=rng.choice([0.2, 0.9]), color="C3", zorder=0.5)


def _cells(ax, rng):  # type: ignore[no-untyped-def]
    cells = rng.integers(1, 99, (2, 2)).astype(str)
    ax.table(cells, loc=("right", "upper left")[rng.integers(2)], colWidths=[0.1, 0.1])


def _pandas(ax, rng):  # type: ignore[no-untyped-def]
    pd = __import__("pandas")
    table = pd.DataFrame(rng.uniform(1, 9, (3, 2)), columns=["one", "two"])
    table.plot.bar(ax=ax, legend=False)


def _seaborn(ax, rng):  # type: ignore[no-untyped-def]
    __import__("seaborn").heatmap(rng.uniform(size=(3, 3)), ax=ax)


_ON_AXES = {
    "colorbar": _colorbar,
    "inset": _inset,
    "image": _image,
    "twin": _twin,
    "area": _area,
    "table": _cells,
}
_BESIDE = {"pandas": _pandas, "seaborn": _seaborn}
_KINDS = {
    "shares": _shares,
    "deltas": _deltas,
    "values": _values,
    "seeds": _seeds,
    "numeric seeds": _numeric_seeds,
    "lines": _lines,
    "curves": _curves,
}


def faults(figure: Figure) -> list[str]:
    """Return what is wrong with a drawn figure, in the words of the judges."""
    found = [f"{kind}: {what}" for _, kind, what in collisions(figure)]
    found += cut_off(figure)
    found += covered(figure)
    found += illegible(figure)
    return found


def covered(figure: Figure) -> list[str]:
    """Return labels that other Axes, insets too, lie over."""
    panels = [axes for one in figure.axes for axes in (one, *one.child_axes)]
    return [
        f"covered: {text.get_text()!r}"
        for axes in figure.axes
        for other in panels
        if not np.allclose(axes.bbox.extents, other.bbox.extents)
        for text in axes.texts
        if text.get_visible() and text.get_text().strip()
        if overlap(Text.get_window_extent(text), other.bbox)
    ]


def shown_texts(figure: Figure) -> list[Text]:
    """Return every text that is drawn."""
    return [
        text
        for text in figure.findobj(Text)
        if text.get_visible() and text.get_text().strip() and text.get_window_extent().width > 0
    ]


def cut_off(figure: Figure) -> list[str]:
    """Return texts that the figure's edge cuts, tick labels included."""
    width, height = figure.bbox.size
    found = []
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            ticks = [t.label1 for t in axis.get_major_ticks() if low <= t.get_loc() <= high]
            shown = [t for t in ticks if t.get_visible() and t.get_text().strip()]
            boxes = [t.get_window_extent() for t in shown]
            for text, box in zip(shown, boxes, strict=True):
                if box.x0 < -1 or box.y0 < -1 or box.x1 > width + 1 or box.y1 > height + 1:
                    found.append(f"cut off: tick {text.get_text()!r}")
            for i, one in enumerate(boxes):
                found += ["tick over tick" for two in boxes[i + 1 :] if overlap(one, two)]
    return found


def overlap(one: Bbox, two: Bbox, slack: float = 1.0) -> bool:
    """Say whether two boxes share more than a pixel's width."""
    return bool(
        one.x0 < two.x1 - slack
        and two.x0 < one.x1 - slack
        and one.y0 < two.y1 - slack
        and two.y0 < one.y1 - slack
    )


def illegible(figure: Figure, least: float = 4.5) -> list[str]:
    """Return labels of the Axes whose contrast to the pixels under them is too low."""
    canvas = figure.canvas
    texts = [text for axes in figure.axes for text in axes.texts if text.get_visible()]
    texts = [text for text in texts if text.get_text().strip()]
    canvas.draw()
    # Of the letters alone: an Annotation's own extent reaches to its point.
    boxes = [Text.get_window_extent(text) for text in texts]
    engine = figure.get_layout_engine()
    figure.set_layout_engine("none")
    sizes = [text.get_alpha() for text in texts]
    for text in texts:
        text.set_alpha(0.0)
    canvas.draw()
    under = np.asarray(canvas.buffer_rgba())[:, :, :3].astype(float) / 255
    for text, alpha in zip(texts, sizes, strict=True):
        text.set_alpha(alpha)
    if engine is not None:
        figure.set_layout_engine(engine)
    found = []
    height = under.shape[0]
    for text, box in zip(texts, boxes, strict=True):
        rows = slice(max(int(height - box.y1), 0), max(int(height - box.y0), 0))
        columns = slice(max(int(box.x0), 0), max(int(box.x1), 0))
        ground = under[rows, columns].reshape(-1, 3)
        if not len(ground):
            continue
        ratios = _contrasts(np.array(mpl.colors.to_rgb(text.get_color())), ground)
        # A tenth of the box may be worse: a grid line or the rounded end of a whisker.
        if np.quantile(ratios, 0.1) < least - 0.05:
            found.append(f"illegible: {text.get_text()!r} at {np.quantile(ratios, 0.1):.1f}")
    return found


def _contrasts(color: np.ndarray, ground: np.ndarray) -> np.ndarray:
    def luminance(rgb: np.ndarray) -> np.ndarray:
        linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
        return linear @ np.array([0.2126, 0.7152, 0.0722])

    one, many = luminance(color), luminance(ground)
    return (np.maximum(one, many) + 0.05) / (np.minimum(one, many) + 0.05)
