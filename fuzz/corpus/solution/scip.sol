solution status: optimal solution found
objective value:                    5.5
x                       2 	(obj:1)
