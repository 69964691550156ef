"""The laws and the vocabulary: pure code that knows no clock, no socket and no role."""
