#include "narrate_proof.h"

#include "say.h"

/* What a step says: $b is the bound, $p the best plan's cost, $n the count. */
static const struct {
    ul_step_why why;
    const char *text;
} sentence[] = {
    {UL_WHY_FIRST_PLAN,
     "The quick methods packed first, and the best of their plans costs $p. Is there a cheaper one? "
     "To know that there is none takes a bound: what no plan can cost less than."},
    {UL_WHY_ROOT,
     "Suppose machines could be rented in fractions: half of one that is filled in this way, half "
     "of one that is filled in that way. A linear program finds the cheapest mix of fillings ($n "
     "were worth a look) and with it a price for every task, such that no filling is worth more "
     "than its machine costs. Real plans are mixes too, so none costs less than $b; the best so far "
     "costs $p."},
    {UL_WHY_WHOLE,
     "But machines come whole: so many of them are needed that no plan costs less than $b."},
    {UL_WHY_STEPS,
     "Prices come in steps, and so do their sums: the next sum that is possible is $b."},
    {UL_WHY_FORCED,
     "Some tasks fit one family of machines only and force whole machines of it, whatever becomes "
     "of the others (families: $n). With that no plan costs less than $b."},
    {UL_WHY_DIVE,
     "A cheaper plan: what the linear program wants most is bought for good, the rest is solved "
     "again, and so on until every task has a place. It costs $p."},
    {UL_WHY_REBUILD,
     "A cheaper plan: a few machines at a time are emptied and packed again in the best way. It "
     "costs $p."},
    {UL_WHY_FIT,
     "A cheaper plan: the machines are chosen first, hardly more than the tasks need, and the tasks "
     "change places until no machine is too full. It costs $p."},
    {UL_WHY_SUBSETS,
     "There are so few tasks that every subset of them can be looked at: which of them fill one "
     "machine, and what the others cost then. No plan costs less than $b."},
    {UL_WHY_FILLINGS,
     "A plan cheaper than $p can only use fillings that are nearly worth their machine's price. All "
     "of them are written down, $n, and the search needs no others."},
    {UL_WHY_CUTS,
     "Cuts, $n of them: inequalities that every plan of whole machines keeps, and mixes of "
     "fractions break. They make the fractions dearer and the bound better: $b."},
    {UL_WHY_BRANCHES,
     "Where fractions are left the search branches: at most so many machines of a kind, or more; "
     "these two tasks together, or apart. Each of $n cases has a bound of its own, and the least of "
     "them holds for all: no plan costs less than $b."},
    {UL_WHY_COUNTS,
     "The search branches on the machines a plan has: at most so many of a type, or more. Each "
     "of $n cases has a bound of its own, and the least of them holds for all: no plan costs less "
     "than $b."},
    {UL_WHY_CLOSED,
     "The proof closes: here is a plan for $p, and none costs less than $b. Nobody need search on."},
    {UL_WHY_OPEN,
     "The time is up before the proof closes: the best plan found costs $p, and none costs less "
     "than $b."},
};

static void say_sentence(const ul_step *step, const char *text, ul_output *out)
{
    for (; *text != '\0'; text++) {
        if (*text != '$') {
            ul_output_bytes(out, text, 1);
            continue;
        }
        switch (*++text) {
        case 'b':
            ul_say_dollars(out, step->value);
            break;
        case 'p':
            ul_say_dollars(out, step->against);
            break;
        default:
            ul_output_format(out, "%llu", (unsigned long long)step->count);
        }
    }
}

bool ul_say_proof(const ul_step *step, ul_output *out)
{
    for (size_t q = 0; q < sizeof sentence / sizeof *sentence; q++)
        if (sentence[q].why == step->why) {
            say_sentence(step, sentence[q].text, out);
            return true;
        }
    return false;
}
