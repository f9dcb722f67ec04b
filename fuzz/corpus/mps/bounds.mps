NAME b
ROWS
 N c
 N free
 L r
COLUMNS
 x c 1
 y free 2
 z r 1
RHS
 r 1
BOUNDS
 MI B x
 PL B y
 BV B z
 FX x 0.5
ENDATA
