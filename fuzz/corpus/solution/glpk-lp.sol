s bas 1 3 f f 5.5
i 1 b 4 0
j 1 b 2 0
j 2 l 0 1
e o f
