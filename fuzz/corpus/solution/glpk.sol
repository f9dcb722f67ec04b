c Problem:
c
s mip 1 3 o 5.5
i 1 4
j 1 2
j 2 3.5
j 3 0
e o f
