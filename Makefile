# embedlab: `make run` starts the app, `make test` proves it. GNU Make 3.81 (macOS) or newer.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# Active waiting of idle threads makes t-SNE many times slower on a busy machine.
export OMP_WAIT_POLICY := passive
# As in embedlab/cli/verbs/app.py.
MALLOC_ARENA_MAX ?= 2
export MALLOC_ARENA_MAX

.PHONY: run class test check fuzz mutation bench pictures chromium real-files wheels clean

# EMBEDLAB_ROOT: files below this folder may be opened by path. Streamlit opens the browser.
PORT ?= 8501
run: $(VENV)/app.stamp
	EMBEDLAB_ROOT="$${EMBEDLAB_ROOT-$$HOME}" \
	  $(BIN)/python -m streamlit run app.py --server.address 127.0.0.1 --server.port $(PORT)

# The room: prints address, join link and QR code. ADDRESS: how others reach this machine; TYPE: size of the letters.
TYPE ?= 20
class: $(VENV)/app.stamp
	$(BIN)/python -m embedlab.ui.open_class --port $(PORT) --type $(TYPE) $(if $(ADDRESS),--address $(ADDRESS))

# Two workers: one drives the browser, the other computes.
test: $(VENV)/dev.stamp chromium real-files check
	$(BIN)/python -m pytest -n 2 --durations=15 $(PYTEST_ARGS)

check: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(BIN)/python -m tools.audit

# Ten times the changed files that `make test` opens. SEED=1 makes others.
SEED ?= 0
fuzz: $(VENV)/dev.stamp
	$(BIN)/python -m tests.fuzz.run 20000 $(SEED)

# Breaks each formula; a test must notice. 25 minutes; `make mutation OF=measures/stress` breaks one file.
mutation: $(VENV)/dev.stamp
	$(BIN)/python -m tools.mutate $(OF)

# Every comparison, each at most 8 minutes, into docs/benchmarks.md; `make bench BENCH=search` renews the rows of one.
bench: $(VENV)/bench.stamp chromium
	$(BIN)/python -m bench $(BENCH)

# Writes docs/pictures/.
pictures: $(VENV)/dev.stamp chromium real-files
	$(BIN)/python -m tools.screenshots

chromium: $(VENV)/dev.stamp
	@$(BIN)/python -m tools.browser

real-files: $(VENV)/dev.stamp
	@$(BIN)/python -m tools.fetch_real_files

# All that the app needs, for machines without a network, of this system and this version of Python:
# pip install --no-index --find-links wheels embedlab
wheels: $(VENV)/venv.stamp
	rm -rf wheels
	$(PIP) wheel --wheel-dir wheels "$$(grep '^torch==' requirements.txt)"
	$(PIP) wheel --wheel-dir wheels --find-links wheels .

clean:
	rm -rf $(VENV) real-files wheels

$(VENV)/venv.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "embedlab needs Python 3.11 or newer: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/app.stamp: requirements.txt $(VENV)/venv.stamp
	$(PIP) install "$$(grep '^torch==' requirements.txt)"
	$(PIP) install -r requirements.txt
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt requirements-cluster.txt $(VENV)/app.stamp
	$(PIP) install -r requirements-dev.txt -r requirements-cluster.txt
	@touch $@

$(VENV)/bench.stamp: requirements-bench.txt $(VENV)/dev.stamp
	$(PIP) install -r requirements-bench.txt
	@touch $@
