"""What can be seen: the board of a scenario and a side's view of a game, its pieces, boxes, marks, ledgers, previews
and aids. ``knowledge`` says what a side knows; nothing else decides what may be shown."""
