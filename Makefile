# Each target sets up all it needs: a virtual environment in .venv, made with PYTHON.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq install --no-compile
DEV := .[dev,dask]
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python
OUT ?= build/report

# uv takes a third of pip's time; where it is not to be had, pip does the same.
install = { test -x $(BIN)/uv && $(UV) --editable $(1); } || $(PIP) --editable $(1)

# Modules are compiled when first imported, and kept, in place of all of them by pip.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help report report-full test kernels lint test-browser test-long test-coverage \
  test-precision bench clean

help:
	@echo "make report        quick report into $(OUT)"
	@echo "make test          lint, types and tests"
	@echo "make report-full   full-size report into reports/ (long)"
	@echo "make test-browser  report pages in headless Chromium"
	@echo "make test-long     checks that take minutes"
	@echo "make test-coverage coverage of every kind of interval"
	@echo "make test-precision 4,000 runs stopped at their precision"
	@echo "make bench         speed figures"

report: $(VENV)/runtime.stamp
	$(BIN)/marriage-stats report --quick --out $(OUT)

report-full: $(VENV)/runtime.stamp
	$(BIN)/marriage-stats report --out reports

# Kernels compile while the tools of development are installed, and look at the sources.
ifeq ($(MAKECMDGOALS),test)
MAKEFLAGS += -j2
endif

test: kernels lint
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal

kernels: $(VENV)/runtime.stamp
	$(BIN)/python -m tests.compiled

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

test-browser: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -m browser

test-long: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -m long

test-coverage: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -m long -s tests/statistical/test_coverage*.py

test-precision: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -m long -s tests/statistical/test_precision.py

bench: $(VENV)/runtime.stamp
	$(BIN)/marriage-stats bench

clean:
	rm -rf build

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or later is needed; name one with: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "$(PYTHON) cannot make a virtual environment; on Debian or Ubuntu:" >&2; \
	  echo "  apt-get install python3-venv   (then run make again)" >&2; exit 1; }
	@$(PIP) uv || echo "without uv it takes longer"

$(VENV)/runtime.stamp: pyproject.toml | $(VENV)/bin/python
	$(call install,.)
	@touch $@

$(VENV)/dev.stamp: $(VENV)/runtime.stamp
	$(call install,'$(DEV)')
	@touch $@
