# Every target sets up what it needs; the first run takes about a minute.
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: demo test soak lint bench gallery lock

demo: $(VENV)/.run
	$(BIN)/figloom build quickstart

test: $(VENV)/.dev
	$(BIN)/pytest -n logical --maxprocesses 4 --dist loadfile

soak: $(VENV)/.dev
	$(BIN)/pytest -m slow
	FIGLOOM_SOAK=1 $(BIN)/pytest tests/render/charts

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.dev
	$(BIN)/python tests/bench/maps.py
	$(BIN)/python tests/bench/charts.py
	$(BIN)/python tests/bench/flows.py
	$(BIN)/python tests/bench/flows_mermaid.py

gallery: $(VENV)/.dev
	$(BIN)/python scripts/gallery.py
	$(BIN)/python scripts/flows_sheet.py

lock: $(VENV)/.dev
	$(BIN)/python scripts/lock.py

$(VENV)/.run: requirements.lock pyproject.toml scripts/environment.sh
	sh scripts/environment.sh $(VENV) requirements.lock
	touch $@

$(VENV)/.dev: requirements-dev.lock pyproject.toml scripts/environment.sh
	sh scripts/environment.sh $(VENV) requirements-dev.lock browser
	touch $@ $(VENV)/.run
