"""The node: fuses readings and sightings into events, enforces, prompts the dealer, journals, sends up."""
