"""S19.1 The zones in which units are set up.

``points`` says where a unit is tried and looks at a point quickly, ``tried`` keeps the verdicts.
"""
