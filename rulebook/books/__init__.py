"""The rulebooks, one data file each."""
