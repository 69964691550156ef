"""The dealer's console: its view of the table (pure), and the page that the node serves."""
