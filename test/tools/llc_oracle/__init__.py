"""What LLVM 22 emits for each synchronizing operation, as `fencepost explain --batch` words it.

questions   every question that is asked, as the objects a batch reads
modules     the questions as LLVM IR, many operations to a function
llvm        running llc and llvm-mc
machine     reading machine IR after the memory legalizer
assembly    reading final assembly
expected    both views of one operation, checked against each other, as an answer
compare     the answers of fencepost against those, and the listed exceptions

Driven by test/tools/llc_compare.py, tested by test/lower-llvm.
"""
