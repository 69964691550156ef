"""Stand-ins for devices and people. May import everything; nothing at runtime imports it."""
