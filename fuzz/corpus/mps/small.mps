* a small model
NAME small FREE
ROWS
 N cost
 L cap
 G cover
 E balance
COLUMNS
 M1 'MARKER' 'INTORG'
 x cost 1.5 cap 2
 x cover 1
 M2 'MARKER' 'INTEND'
 y cost 2 balance -1
 y cap 1e3
RHS
 RHS cost -4
 RHS cap 10 cover 1
RANGES
 RANGE cap 4
 RANGE balance -2
BOUNDS
 UP BOUND x 4
 LO BOUND x 1
 FR BOUND y
ENDATA
