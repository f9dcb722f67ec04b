/* How long tasks are on no machine, and whether they stay for as long as they take: certificates
 * may speak of timelines in which none is on no machine for longer than so many seconds, or in
 * which nothing is forgiven. */
#include "schedule.h"

static int by_task(const void *left, const void *right)
{
    const check_stay *a = *(const check_stay *const *)left;
    const check_stay *b = *(const check_stay *const *)right;
    if (a->task != b->task)
        return a->task < b->task ? -1 : 1;
    return a->from < b->from ? -1 : a->from > b->from;
}

check_micro check_timeline_wait(check *c, const check_schedule *s, const check_timeline *t)
{
    const check_stay **sorted = check_alloc(c, t->n_stays + 1, sizeof *sorted);
    check_micro longest = 0, waited = 0, until = 0; /* on machines, without a gap, until then */
    for (size_t q = 0; q < t->n_stays; q++)
        sorted[q] = &t->stay[q];
    check_sort(c, sorted, t->n_stays, sizeof *sorted, by_task);
    for (size_t q = 0; q < t->n_stays; q++) {
        const check_stay *stay = sorted[q];
        if (q == 0 || stay->task != sorted[q - 1]->task) {
            waited = 0;
            until = s->tasks[stay->task].arrival;
        }
        waited += stay->from > until ? stay->from - until : 0;
        until = stay->to > until ? stay->to : until;
        longest = waited > longest ? waited : longest;
    }
    check_free(c, sorted);
    return longest;
}

bool check_timeline_short(check *c, const check_schedule *s, const check_timeline *t)
{
    check_spend_on(c, t->n_stays, 4);
    for (size_t q = 0; q < t->n_stays; q++) {
        const check_stay *stay = &t->stay[q];
        if (stay->to - s->tasks[stay->task].arrival < check_schedule_stay(s, stay->task))
            return true; /* who comes a little before his arrival must not leave so much earlier */
    }
    return false;
}
