"""Camera frames to card sightings. Recognition is pure; one file opens cameras."""
