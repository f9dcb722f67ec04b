#include <criterion/criterion.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "process_tree.h"

static void spin_until(double end_s)
{
    while (ul_clock_cpu_s() < end_s)
        continue;
}

/* A child that has spent 0.1 s and waits, with a grandchild in a group of its own
 * that has spent 0.1 s and waits: their parent's tree has spent 0.2. */
Test(process_tree, counts_grandchildren_in_other_groups)
{
    int ready[2];
    char byte;
    cr_assert_eq(pipe(ready), 0);
    const pid_t child = fork();
    if (child == 0) {
        const pid_t grandchild = fork();
        if (grandchild == 0) {
            setpgid(0, 0);
            prctl(PR_SET_PDEATHSIG, SIGKILL);
        }
        spin_until(0.1);
        if (write(ready[1], "x", 1) != 1)
            _exit(1);
        alarm(20);
        pause();
        _exit(0);
    }
    for (int q = 0; q < 2; q++)
        cr_assert_eq(read(ready[0], &byte, 1), 1);
    const double spent_s = ul_process_tree_cpu_s(child);
    cr_assert_float_eq(spent_s, 0.2, 0.05, "%g s", spent_s);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    cr_assert_eq(ul_process_tree_cpu_s(child), 0);
}
