"""Numbers in titles, findings and notes, printed as labels print them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardplot._format import changes, numbers
from cardplot._statistics.shares import MODES
from cardplot._tables.cells import vector
from cardplot._tables.choices import check_choice

if TYPE_CHECKING:
    from cardplot._format import Spec

__all__ = ["change", "number"]


def number(value: float, spec: Spec = None, *, sign: bool = False) -> str:
    """Print one number as the labels of a figure would.

    Parameters
    ----------
    value : float
        NaN prints "n/a", infinities "∞".
    spec : str or callable, optional
        A format string (".4f", "{:,.0f} MiB") or a function. Default: whole numbers as such,
        others with three significant digits.
    sign : bool, default: False
        Print "+" before positive numbers.

    Returns
    -------
    str
        With a real minus, thousands separators (by default) and no negative zero.

    Raises
    ------
    TypeError
        If *value* is no number.
    ValueError
        If *spec* doesn't work for it.
    """
    return numbers([_number(value)], spec, sign=sign, argument="spec")[0]


def change(value: float, mode: str = "percent", spec: Spec = None) -> str:
    """Print one change against a baseline as `grouped_delta_bars` would.

    Parameters
    ----------
    value : float
        As a fraction for "percent" (−0.22 prints "−22%"), else as it is. NaN prints "n/a".
    mode : {"percent", "difference", "ratio"}, default: "percent"
    spec : str or callable, optional
        A format string or a function. Default: as in `grouped_delta_bars`.

    Returns
    -------
    str
    """
    check_choice("mode", mode, MODES)
    return changes([_number(value)], mode, spec, argument="spec")[0]


def _number(value: Any) -> float:
    return float(vector([value], "value", finite=False)[0])
