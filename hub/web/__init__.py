"""The hub's pages: the floor page for judges and the overlay for the stream."""
