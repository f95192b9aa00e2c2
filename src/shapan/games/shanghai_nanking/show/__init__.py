"""What players see of the Shanghai-Nanking Campaign: the board, the view with its boxes and ledgers, and previews."""
