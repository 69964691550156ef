# Two commands first: `make demo` plays a whole simulated table, `make test` proves it. The first use makes the environment.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SCENARIOS := tests/agreement
HANDS := $(wildcard tests/simulators/test_random_hands.py)
PLAYED := build/scenarios.txt

.PHONY: demo test check bench vision-bench fuzz clean
demo: $(READY)
	$(BIN)/dealer-table demo $(ARGS)

# Half of the time goes to the scenarios at their three depths: they play on a second core and are reported at the end. The first
# core plays random hands once it has run the other tests.
test: check
	@mkdir -p $(dir $(PLAYED))
	@$(BIN)/python -m pytest $(SCENARIOS) >$(PLAYED) 2>&1 & playing=$$!; \
	$(BIN)/coverage run -m pytest tests $(addprefix --ignore=,$(SCENARIOS) $(HANDS)); tested=$$?; \
	$(BIN)/python -m pytest $(HANDS); dealt=$$?; \
	echo "The scenarios through rules, node and devices ($(SCENARIOS)):"; \
	wait $$playing; played=$$?; cat $(PLAYED); exit $$((tested | dealt | played))
	$(BIN)/coverage report --fail-under=80

# Style, types and the direction of every import.
check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	$(BIN)/python -m bench $(ARGS)

# Longer than CI has time for: all recorded hands, free seeds against PokerKit, a million hands ranked, many more examples.
fuzz: export DEALER_TABLE_RECORDED = all
fuzz: export DEALER_TABLE_SEEDS ?= $(shell date +%s):300
fuzz: export DEALER_TABLE_HANDS ?= 1000000
fuzz: export DEALER_TABLE_FUZZ ?= 20
fuzz: $(READY)
	@echo "seeds $$DEALER_TABLE_SEEDS"
	$(BIN)/python -m pytest tests/rulebook tests/rulebook_money $(ARGS)

$(READY): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	touch $@

# The long run of the recogniser on third-party card art (needs npm, node and apt; installs the art into var/). Goes on if stopped.
vision-bench: $(READY)
	$(BIN)/python -m bench vision --state var/vision-run.jsonl $(ARGS)

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache
