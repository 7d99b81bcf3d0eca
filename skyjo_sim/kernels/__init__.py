"""The compiled core: constants, record layouts and kernels, and nothing else.

Files here know numpy and numba only. They take records, arrays and numbers, fill in place and return a status; they
raise nothing. Everything that names, checks or raises stands one level up, in ``skyjo_sim``.
"""
