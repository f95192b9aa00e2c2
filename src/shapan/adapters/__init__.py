"""Doors for researchers: the games as environments for learning and planning, in the forms that the field uses.

=================  ==================================================================================
``spelling``       an action is spelt one token a step from a fixed alphabet; the mask is exact
``observation``    what a side may know, as tables of numbers with stable names of columns
``basics``         which game is meant, and what its end is worth to a side: all that needs no arrays
``run``            a game that agents step through: dice, tokens, rewards; what the forms below share
``pettingzoo``     all sides as agents in turn (extra ``pettingzoo``)
``gymnasium``      one side, the others played by any bot (extra ``gymnasium``)
``openspiel``      dice as chance nodes, for planning and search (extra ``openspiel``)
``seats``          a seat at a game, here or on a server; ``telling``: what it sees, in words
``mcp``            the tools with which an agent that talks plays a seat (extra ``mcp``)
``dataset``        games of bots as Parquet (extra ``dataset``)
``spaces``         observations and tokens in the words of Gymnasium; ``bench``: what all this costs
=================  ==================================================================================
"""
