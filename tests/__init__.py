"""The project's tests: a folder per package, plus contracts, agreement and floor."""
