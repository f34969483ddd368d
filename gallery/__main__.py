"""Run the gallery: `python -m gallery [NAME ...] [--out DIR] [--data DIR] [--jobs N]`."""

from __future__ import annotations

from gallery._cli import main

if __name__ == "__main__":
    raise SystemExit(main())
