# Needs Python 3.11 or newer, git and make; the first run sets up .venv here and nothing elsewhere.
#
#   make gallery     draw all figures into out/
#   make test        lint, format check, types, all tests; then the tests on the oldest releases
#   make slow        the large runs: thousands of figures, long fuzzing
#   make baselines   draw the images anew that the tests compare with; look at them, then commit
#   make bench       how long importing, drawing and saving take

PYTHON ?= python3
VENV := .venv
OLDEST := .venv-oldest
PY := $(VENV)/bin/python
ARGS ?=

export MPLBACKEND := agg
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONPATH PYTHONHOME

.PHONY: gallery test check newest oldest slow baselines bench clean

gallery: $(VENV)/.gallery
	$(PY) -m gallery $(ARGS)

test: check newest oldest

check: $(VENV)/.test
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy

newest: $(VENV)/.test
	$(PY) -m pytest -n 2 --dist worksteal --mpl $(ARGS)

# What depends on matplotlib's release. Old releases of others warn about each other; that is for
# `newest` to be strict about.
OLDEST_TESTS := gallery_figures themes palettes stacked_share_bars grouped_delta_bars \
	seed_errorbars reference legend text

oldest: $(OLDEST)/.test
	$(OLDEST)/bin/python -m pytest -n 2 --dist worksteal --mpl -W default --disable-warnings \
		-m "not slow and not locked" $(OLDEST_TESTS:%=tests/test_%.py) $(ARGS)

slow: $(VENV)/.test
	$(PY) -m pytest -n 2 --dist worksteal -m slow $(ARGS)

baselines: $(VENV)/.test
	$(PY) -m pytest -n 2 --mpl-generate-path=tests/baseline -W 'ignore:Ignoring --mpl-baseline-path' \
		-m mpl_image_compare $(ARGS)

bench: $(VENV)/.test
	$(PY) -m benchmarks $(ARGS)

clean:
	rm -rf $(VENV) $(OLDEST) out tests/results .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/.gallery: requirements/gallery.txt pyproject.toml | $(PY)
	$(PY) -m pip install --quiet -r requirements/gallery.txt
	$(PY) -m pip install --quiet --no-deps --no-build-isolation -e .
	touch $@

$(VENV)/.test: requirements/test.txt $(VENV)/.gallery
	$(PY) -m pip install --quiet -r requirements/test.txt
	touch $@

$(OLDEST)/.test: requirements/oldest.txt pyproject.toml | $(OLDEST)/bin/python
	$(OLDEST)/bin/python -m pip install --quiet -r requirements/oldest.txt
	$(OLDEST)/bin/python -m pip install --quiet --no-deps --no-build-isolation -e .
	touch $@

$(VENV)/bin/python $(OLDEST)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "cardplot needs Python 3.11 or newer; name one: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(@D:/bin=)
