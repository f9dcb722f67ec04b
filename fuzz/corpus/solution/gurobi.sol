# Solution for model small
# Objective value = 5.5
x 2
y 3.5
