"""What node and hub share besides the laws: the delivery protocol, seal and keys (pure), and the shells around them."""
