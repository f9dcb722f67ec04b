Model status
Optimal

# Primal solution values
Feasible
Objective 5.5
# Columns 3
x 2
y 3.5
z 0
# Rows 1
r 4

# Dual solution values
None

# Basis
HiGHS v1
None
