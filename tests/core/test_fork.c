#include <criterion/criterion.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fork.h"

Test(fork, a_child_answers_through_its_pipe)
{
    pid_t pid;
    int end, said = 0, how;
    cr_assert_eq(ul_fork(&(ul_fork_options){.leads_group = true}, &pid, &end), UL_OK);
    if (pid == 0) {
        const int mine = getpgrp() == getpid() ? 42 : 1;
        _exit(write(end, &mine, sizeof mine) == sizeof mine ? 7 : 1);
    }
    cr_assert_eq(getpgid(pid), pid, "the group is there as soon as the parent goes on");
    cr_assert_eq(read(end, &said, sizeof said), sizeof said);
    cr_assert_eq(said, 42, "the child leads a group");
    cr_assert_eq(waitpid(pid, &how, 0), pid);
    cr_assert(WIFEXITED(how) && WEXITSTATUS(how) == 7);
    close(end);
}

/* The grandchild holds the pipe's writing end: the pipe ends when both are gone. */
Test(fork, a_child_dies_with_its_parent, .timeout = 30)
{
    pid_t parent, child;
    int end;
    char byte;
    cr_assert_eq(ul_fork(&(ul_fork_options){0}, &parent, &end), UL_OK);
    if (parent == 0) {
        if (ul_fork(&(ul_fork_options){0}, &child, NULL) != UL_OK)
            _exit(1);
        if (child == 0)
            for (;;)
                pause();
        _exit(0);
    }
    cr_assert_eq(read(end, &byte, 1), 0, "the pipe ends");
    cr_assert_eq(waitpid(parent, NULL, 0), parent);
    close(end);
}
