"""What the pages of node and hub share: styles, cards, the channel's browser side, common words. Data only."""
