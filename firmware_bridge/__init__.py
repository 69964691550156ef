"""Device bytes to readings. Codecs are pure; the port files alone open anything. Knows volts and bytes, not poker."""
