# Ludoteca: `make lab` sets up and shows the lab, `make test` sets up and runs every test.

# The system's own Python where it will do: distributions build it with profile-guided optimization.
PYTHON ?= $(shell for python in /usr/bin/python3 python3; do \
	$$python -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; done; echo $$python)
BIN := .venv/bin
unexport PYTHONDONTWRITEBYTECODE # compiled modules are kept: a process starts in half the time

.PHONY: lab test setup system browser page-tools check types lint layers page bench soak tables wheel puzzles site screenshots lock clean

lab: setup ## Set up, then open the lab on http://127.0.0.1:8642
	@$(BIN)/ludoteca lab

test: setup browser check ## Set up, check, then run every test
	$(BIN)/pytest -n 3 --dist worksteal

setup: .venv/ready system ## A virtual environment from the lock file
	@# Processes in a sandbox cannot write bytecode: without it they read the source anew at each start.
	@$(BIN)/python -m compileall -q src

.venv/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Ludoteca needs Python 3.11 or newer: give one with 'make PYTHON=…'."; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || scripts/debian python3-venv
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

system: ## Debian packages that some parts need
	@command -v bwrap >/dev/null || scripts/debian bubblewrap
	@command -v swipl >/dev/null || scripts/debian swi-prolog-nox
	@command -v java >/dev/null || scripts/debian default-jre-headless

browser: ## The browser that the tests of the page drive
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || command -v google-chrome >/dev/null \
		|| scripts/debian chromium-headless-shell

check: setup page-tools ## Format, lint, types, layers, side by side: each one's output is printed when it has ended
	@$(MAKE) --no-print-directory --jobs=2 --keep-going --output-sync=target types lint layers page

types:
	$(BIN)/mypy

lint:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

layers:
	$(BIN)/lint-imports

page:
	@if [ -e node_modules/.ready ]; then \
		node_modules/.bin/biome ci src/ludoteca && node_modules/.bin/tsc --project jsconfig.json; \
	else echo "JavaScript was not checked: npm is not installed."; [ -z "$$CI" ]; fi

page-tools: ## The formatter, linter and type checker of the page's JavaScript
	@command -v npm >/dev/null || scripts/debian nodejs npm
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory node_modules/.ready; fi

node_modules/.ready: package.json package-lock.json
	npm ci --loglevel=error
	@touch $@

screenshots: setup browser ## The pictures in the README, taken anew
	$(BIN)/python -m scripts.screenshots

bench: setup browser ## Ratios, measured side by side in under ten minutes
	$(BIN)/python -m bench

soak: setup ## The lab under load for an hour: it goes on where it stopped
	$(BIN)/python -m bench.soak

tables: setup ## Tables of strength, schools, levels, proofs, explanations, exact values and reviews: most go on where they stopped
	$(BIN)/python -m bench.strength --write
	$(BIN)/python -m bench.table --write
	$(BIN)/python -m bench.cells --write
	$(BIN)/python -m bench.levels --write
	$(BIN)/python -m bench.proofs --write
	$(BIN)/python -m bench.questions --write
	$(BIN)/python -m bench.explanations --write
	$(BIN)/python -m bench.book --write
	$(BIN)/python -m bench.endgame --write
	$(BIN)/python -m bench.bounds --write
	$(BIN)/python -m bench.review --write

wheel: setup ## One file to install anywhere, in dist; the same sources give the same bytes
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/hatchling build -t wheel -d dist

site: setup ## The documentation as a static site, in site: open site/index.html
	$(BIN)/python -m scripts.site site

puzzles: setup ## The puzzles of Kalah, Azul and Queens, built again: about an hour; it goes on where it stopped
	$(BIN)/python -m scripts.puzzles

lock: ## Pin the newest versions that fit pyproject.toml (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--upgrade --all-extras pyproject.toml --output-file requirements.lock

clean:
	rm -rf .venv node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache site
