"""Whether what lies on an Axes is what a result tells, and what was given."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

RTOL = 1e-9
SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
NUMBER = re.compile(r"([<>]?)([+−]?)([\d,]+(?:\.(\d+))?)(?:×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?([%×]?)")


def reads_as(text: str, value: float, *, slack: float = 0.501) -> bool:
    """Say whether a printed number is this value, rounded to the digits that it shows."""
    match = NUMBER.fullmatch(text)
    if match is None:
        return False
    bound, sign, digits, decimals, exponent, unit = match.groups()
    power = int(exponent.translate(SUPERSCRIPTS)) if exponent else 0
    power -= 2 if unit == "%" else 0
    # As one literal: 10 to the power of -324 alone is 0.
    shown = float(f"{'-' if sign == '−' else ''}{digits.replace(',', '')}e{power}")
    if bound:
        return abs(value) < abs(shown) if bound == "<" else value > shown or value < 0
    step = float(f"1e{power - len(decimals or '')}")
    return abs(shown - value) <= slack * step + RTOL * abs(value)


def same(one: Any, other: Any) -> None:
    np.testing.assert_allclose(
        np.asarray(one, dtype=float), np.asarray(other, dtype=float), rtol=RTOL, atol=1e-300
    )


def check_agreement(call: Any, result: Any) -> None:
    """Compare the artists of a result with its table, and its table with what was given."""
    checks = {
        "stacked_share_bars": _shares,
        "grouped_delta_bars": _deltas,
        "seed_errorbars": _seeds,
        "seed_curves": _curves,
        "hatched_heatmap": _matrix,
    }
    if call.name in checks:
        checks[call.name](call, result)
        assert result.caption.endswith(".")


def _bars(result: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return the starts and the lengths of bars, categories by series."""
    lying = result.containers[0].orientation == "horizontal"
    read = (
        (lambda patch: (patch.get_x(), patch.get_width()))
        if lying
        else (lambda patch: (patch.get_y(), patch.get_height()))
    )
    cells = np.array([[read(patch) for patch in bars] for bars in result.containers], dtype=float)
    return cells[:, :, 0].T, cells[:, :, 1].T


def _given(call: Any, values: Any) -> None:
    """Compare with the numbers that were given, where these are known."""
    known = call.table.values
    if known is None or known.size != np.size(values):
        return
    known = known.reshape(np.shape(values))
    noise = np.abs(known) <= 1e-12 * np.nanmax(np.abs(known), axis=-1, keepdims=True, initial=0)
    np.testing.assert_allclose(np.where(noise, 0, known), np.where(noise, 0, values), rtol=RTOL)


def _shares(call: Any, result: Any) -> None:
    table = result.data
    shape = (len(result.categories), len(result.series))
    values, shares = (table[name].to_numpy().reshape(shape) for name in ("value", "share"))
    _given(call, values)
    bottoms, lengths = _bars(result)
    drawn = shares if call.kwargs.get("normalize") else values
    same(lengths, drawn)
    tops = np.cumsum(np.nan_to_num(drawn), axis=1)
    there = ~np.isnan(drawn)
    same(bottoms[:, 1:][there[:, 1:]], tops[:, :-1][there[:, 1:]])
    same(bottoms[:, 0][there[:, 0]], 0 * bottoms[:, 0][there[:, 0]])
    scale = np.nanmax(values, axis=1, keepdims=True, initial=0)
    scale = np.where(scale > 0, scale, 1.0)  # sums of huge parts overflow
    whole = np.nansum(values / scale, axis=1, keepdims=True)
    with np.errstate(invalid="ignore"):
        same(shares, np.where(there & (whole > 0), values / scale / whole, np.nan))
    _share_words(call, result, values, shares)
    gaps = np.isnan(values)
    some_missing = (gaps.any(axis=1) & ~gaps.all(axis=1)).any()
    assert ("parts are missing" in result.caption) == some_missing


def _share_words(call: Any, result: Any, values: np.ndarray, shares: np.ndarray) -> None:
    kinds = {group.kind: [text.get_text() for text in group.texts] for group in result.groups}
    if "share_format" not in call.kwargs and "shares" not in call.kwargs:
        slack = 1.0 if call.kwargs.get("rounding") == "sum" else 0.501
        # Of a single part there is no share to tell.
        printed = shares[shares > 0] if shares.shape[1] > 1 else shares[:0].ravel()
        words = kinds.get("shares", [])
        assert len(words) == len(printed)
        for word, share in zip(words, printed, strict=True):
            assert reads_as(word, share, slack=slack), (word, share)
    if not {"totals", "total_format"} & set(call.kwargs):
        for word, row in zip(kinds["totals"], values, strict=True):
            if np.isnan(row).all():
                assert word == "n/a"
                continue
            assert word.startswith("≥") == bool(np.isnan(row).any())
            assert reads_as(word.removeprefix("≥"), np.nansum(row)), (word, row)


def _deltas(call: Any, result: Any) -> None:
    table = result.data
    shape = (len(result.categories), len(result.series))
    values, bases, deltas = (
        table[name].to_numpy().reshape(shape) for name in ("value", "baseline", "delta")
    )
    starts, lengths = _bars(result)
    same(lengths, values)
    same(starts, np.zeros(shape))
    mode = call.kwargs.get("delta", "percent")
    told = np.isfinite(deltas)
    if mode == "percent":
        with np.errstate(over="ignore"):
            shares = values / np.where(bases > 0, bases, 1) - 1
        expected = np.where(bases > 0, shares, values - bases)
        expected = np.where((bases == 0) & (values == 0), 0.0, expected)
    else:
        with np.errstate(all="ignore"):
            expected = values / bases if mode == "ratio" else values - bases
    scale = np.where(told, np.maximum(np.abs(expected), 1 if mode == "percent" else 1e-300), 1)
    assert (np.abs(np.where(told, deltas - expected, 0)) <= RTOL * scale).all()
    words = [text.get_text() for text in result.labels]
    if call.plain_words:
        assert not any(re.search(r"\bnan\b|\binf\b|-|−0%", word) for word in words)
        assert ("n/a" in result.caption) == ("n/a" in words)
        if not {"baseline", "noise"} & set(call.kwargs):
            # A name wins over a position, so a series named 0 is the baseline.
            named = "0" in result.series
            _change_words(words, values, deltas, result.series.index("0") if named else 0)
    if result.low is not None:
        same_whiskers(result, values)


def _change_words(words: list[str], values: np.ndarray, deltas: np.ndarray, baseline: int) -> None:
    """Compare the labels with the changes; the baseline has none."""
    compared = len(values.T) > 1 and not np.isnan(deltas).all()
    told = iter(words)
    for (i, j), value in np.ndenumerate(values):
        if np.isnan(value):
            assert next(told) == "n/a"
        elif j != baseline and compared:
            word, delta = next(told), deltas[i, j]
            if word == "∞":  # In percent it is no number any more.
                assert delta > np.finfo(float).max / 100
                continue
            assert word == "n/a" if np.isnan(delta) else reads_as(word, delta), (word, delta)


def same_whiskers(result: Any, values: np.ndarray) -> None:
    """Compare the whiskers of bars with their table."""
    lying = result.containers[0].orientation == "horizontal"
    for j, whisker in enumerate(result.whiskers):
        ends = [np.asarray(line)[:, 0 if lying else 1] for line in _segments(whisker.lines[2][0])]
        table = np.stack([result.low[:, j], result.high[:, j]], axis=1)
        there = ~np.isnan(table).any(axis=1) & ~np.isnan(values[:, j])
        found = [end for end in ends if len(end) == 2 and np.isfinite(end).all()]
        same(np.reshape(found, (-1, 2)), table[there])


def _segments(collection: Any) -> list[Any]:
    return [path.vertices for path in collection.get_paths()]


def _seeds(call: Any, result: Any) -> None:
    axis = 0 if call.kwargs.get("orientation") == "horizontal" else 1
    for j, line in enumerate(result.points):
        centers = result.table.center[result.table.slots[:, j], j]
        same(np.sort(line.get_xydata()[:, axis]), np.sort(centers))
    ends = [path[:, axis] for lines in result.whiskers for path in _segments(lines)]
    table = result.table
    there = table.whiskers().T
    low, high = (
        np.where(np.isnan(end), table.center, end).T[there] for end in (table.low, table.high)
    )
    same(np.reshape(ends, (-1, 2)), np.stack([low, high], axis=1))
    if result.dots:
        every = np.concatenate([line.get_xydata()[:, axis] for line in result.dots])
        counts = table.counts
        shown = counts[counts > (1 if result.points else 0)].sum()
        assert len(every) == shown
        assert set(every) <= set(result.seeds["value"])
    if table.seeds is not None:
        assert [len(cell) for row in table.seeds for cell in row] == table.counts.ravel().tolist()
    _seed_words(call, result)


def _curves(call: Any, result: Any) -> None:
    table = result.data
    for one, line in zip(result.table.series, result.lines, strict=True):
        same(line.get_ydata(), one.center)
        rows = table[table["series"].map(str) == str(one.key)] if one.name else table
        if len(result.lines) == 1 or len(rows) == len(one.x):
            same(rows["center"], one.center)
        assert (np.isfinite(one.low) <= (one.counts != 0)).all()
        if one.grid is not None:
            there = ~np.isnan(one.grid.values)
            assert there.sum(axis=0).tolist() == one.counts.tolist()
            same(np.isfinite(one.center), there.any(axis=0))


def _seed_words(call: Any, result: Any) -> None:
    counts = result.table.counts[result.table.slots]
    for number in counts[counts > 1]:
        spoken = result.caption.replace(",", "")
        low, high = counts[counts > 0].min(), counts.max()
        assert str(low) in spoken
        assert str(high) in spoken
        assert low <= number <= high
    kinds = {group.kind: [text.get_text() for text in group.texts] for group in result.groups}
    for word in kinds.get("counts", []):
        assert int(word.removeprefix("n=").replace(",", "")) in counts


def _matrix(call: Any, result: Any) -> None:
    values = result.data["value"].to_numpy().reshape(result.mesh.get_array().shape)
    if "missing" not in call.kwargs:
        _given_cells(call, values)
    shown = np.ma.filled(result.mesh.get_array().astype(float), np.nan)
    np.testing.assert_array_equal(np.isnan(shown), np.isnan(values))
    norm = result.mesh.norm
    inside = (values >= norm.vmin) & (values <= norm.vmax)
    same(shown[inside], values[inside])
    missing = int(np.isnan(values).sum())
    assert (f"({missing:,} of {values.size:,})" in result.caption) == bool(missing)
    if "values" not in call.kwargs and "value_format" not in call.kwargs and values.size <= 1000:
        words = [text.get_text() for text in result.labels]
        there = values[~np.isnan(values)]
        assert len(words) == len(there)
        for word, value in zip(words, there, strict=True):
            if np.isinf(value):
                assert word == ("∞" if value > 0 else "−∞")
            else:
                assert reads_as(word, value), (word, value)


def _given_cells(call: Any, values: np.ndarray) -> None:
    known = call.table.values
    if known is None:
        return
    known = known.T if call.table.form == "list" else known  # the items of a list are rows
    np.testing.assert_array_equal(values, known.reshape(values.shape))
