"""The laws: procedure, irregularities, corrections, refolding."""
