Optimal - objective value 5.50000000
      0 x                      2                       1
**    1 y 3.5 1
