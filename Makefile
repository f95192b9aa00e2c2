# Thin names for tools/dev.py, which does the work and runs on systems without make too.
PYTHON ?= python3

.DEFAULT_GOAL := help
.PHONY: play test build check lint docs soak lock clean help

play test build check lint docs soak lock:
	@$(PYTHON) tools/dev.py $@

clean:
	rm -rf .venv dist out htmlcov .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -rf web/node_modules web/dist src/shapan/server/static src/shapan/server/handbook docs/generated
	find src tests tools examples -name __pycache__ -type d -prune -exec rm -rf {} +

help:
	@$(PYTHON) tools/dev.py --help
	@echo "make clean removes everything that these commands made."
