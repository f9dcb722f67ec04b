#include "floor_lives.h"

/* What a bill is a multiple of where everybody stays for as long as he takes; 0 is of none. */
static ul_cost coin_of(const ul_lives_master *m, int64_t scale)
{
    const ul_schedule *in = m->problem->in;
    ul_micro time = 0, price = 0;
    for (size_t i = 0; i < m->n_tasks; i++)
        time =
            ul_micro_divisor(ul_micro_divisor(time, in->task[i].arrival_s), ul_floor_stay_s(in, i));
    for (size_t k = 0; k < m->n_types; k++)
        price = ul_micro_divisor(price, ul_floor_pays(m->problem, k, 0, INT64_MAX));
    ul_cost coin = (ul_cost)time * price;
    return __builtin_mul_overflow(coin, scale, &coin) ? 0 : coin;
}

/* In whole numbers, rounded down so far that what is worth a little too much is not; the
 * sum is rounded up to what bills are multiples of. */
static ul_status round_down(const ul_lives_master *m, int64_t scale, ul_floor_lives *lives,
                            ul_cost *sum)
{
    const ul_schedule *in = m->problem->in;
    ul_cost paid = 0;
    UL_ALLOC(m->arena, lives->share, m->n_parts);
    UL_ALLOC(m->arena, lives->value, m->n_tasks);
    lives->n_parts = m->n_parts;
    lives->from_s = m->from_s;
    *sum = 0;
    for (size_t i = 0; i < m->n_tasks; i++) {
        const double worth = m->held.worth[i] - 2 * UL_LIVES_SLACK * m->unit;
        const ul_micro least_s = ul_floor_least_s(in, i);
        lives->value[i] =
            worth > 0 && least_s > 0 ? ul_floor_whole(worth / (double)least_s, scale) : 0;
        *sum += (ul_cost)lives->value[i] * least_s;
    }
    for (size_t p = 0; p < m->n_parts; p++)
        lives->share[p] = (ul_micro)(m->held.share[p] * 1e6);
    for (size_t q = 0; q + 1 < m->instants->n_changes; q++) {
        const ul_micro length_s = m->instants->at_s[q + 1] - m->instants->at_s[q];
        paid += m->instants->most[q] * length_s
                * lives->share[ul_lives_part_of(m, m->instants->at_s[q])];
    }
    *sum += paid / 1000000;
    const ul_cost coin = coin_of(m, scale);
    if (coin > 0)
        *sum = (*sum + coin - 1) / coin * coin;
    return UL_OK;
}

ul_status ul_floor_of_lives(const ul_lives_master *m, int64_t scale, ul_floor_prices *kept,
                            ul_floor_lives *lives)
{
    ul_cost sum = 0;
    *kept = (ul_floor_prices){.scale = scale};
    UL_ALLOC(m->arena, kept->value, m->problem->n_items);
    UL_TRY(round_down(m, scale, lives, &sum));
    kept->bound = ul_floor_dollars(sum + m->problem->startup * scale, scale);
    return UL_OK;
}

ul_status ul_floor_at_lives(const ul_floor_problem *problem, const ul_floor_prices *prices,
                            const ul_floor_instants *instants, size_t parts, ul_run *run,
                            ul_floor_prices *kept, ul_floor_lives *lives)
{
    UL_FREED_BY(ul_lives_master_clear) ul_lives_master m;
    UL_TRY(ul_lives_master_new(problem, instants, parts, prices->scale, run, &m));
    UL_TRY(ul_lives_master_solve(&m));
    return ul_floor_of_lives(&m, prices->scale, kept, lives);
}
