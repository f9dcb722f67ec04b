/* A rule for online packing, as a shared object with one of these functions. Of the machines
 * that hold a task, unused ones among them, the most valued takes it, the first on ties. */
#include <stddef.h>
#ifdef __cplusplus
extern "C"
#endif
/* What a machine is worth, by these alone: what the task takes, what is free, of how much. */
double priority(const double *item, const double *free, const double *capacity, size_t resources);
#ifdef __cplusplus
extern "C"
#endif
/* What all machines are worth, a row of `free` each, in a row that ends with the unused ones. */
void priorities(const double *item, const double *free, size_t machines, const double *capacity,
                size_t resources, double *value);
