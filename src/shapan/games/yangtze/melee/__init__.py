"""13, 14, S9, S10 Melee and morale: ``bouts`` matches who fights whom and casts the dice, ``morale`` tests those who
have lost, ``forced`` moves those who have failed, ``running`` says where to those who flee. ``trials`` holds what goes
into a bout or a test before the dice."""
