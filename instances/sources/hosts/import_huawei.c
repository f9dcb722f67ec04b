/* Virtual machines with arrival and lifetime, as Huawei's public trace has them joined:
 * vmid,cpu,mem,at,lt in order of arrival, times in seconds. Each is a job of one task on
 * machines of one type that cost $1 an hour and are billed to the second: a schedule's cost
 * in dollars is its machine-hours. O(machines).
 */
#include <string.h>

#include "hosts.h"
#include "source_jobs.h"

typedef struct {
    ul_schedule_builder *b;
    const ul_source_request *request;
    size_t row, taken, left_out; /* left out: they live for no time */
    size_t first, count;
} importing;

static ul_status take_row(void *context, const ul_csv_row *row)
{
    importing *state = context;
    ul_micro demand[2], arrival_s, life_s;
    if (state->row == 0 && row->n > 0 && strcmp(row->field[0].text, "vmid") == 0)
        return UL_OK;
    UL_TRY(ul_csv_expect(row, 5, "VMID,CPU,MEM,ARRIVAL_S,LIFETIME_S"));
    if (state->row++ < state->first)
        return UL_OK;
    if (state->taken + state->left_out == state->count)
        return UL_E_STOPPED; /* the rest need not be read */
    UL_TRY(ul_csv_micro(row, 1, "cpu", &demand[0]));
    UL_TRY(ul_csv_micro(row, 2, "mem", &demand[1]));
    UL_TRY(ul_csv_micro(row, 3, "the arrival", &arrival_s));
    UL_TRY(ul_csv_micro(row, 4, "the lifetime", &life_s));
    if (life_s <= 0) {
        state->left_out++;
        return UL_OK;
    }
    const ul_schedule_job_facts job = {.name = row->field[0].text, .arrival_s = arrival_s,
                                       .tasks = 1, .work_s = life_s, .demand = demand};
    state->taken++;
    return ul_csv_at(row, 0, ul_schedule_add_job(state->b, &job));
}

static ul_status fill(ul_schedule_builder *b, void *context)
{
    const ul_source_request *request = context;
    importing state = {.b = b, .request = request,
                       .first = (size_t)ul_param_number(request->param, "first"),
                       .count = (size_t)ul_param_number(request->param, "count")};
    char name[UL_SOURCE_NAME];
    UL_TRY(ul_hosts_world(b, ul_source_name(request, name), request->param));
    const ul_status status = ul_csv_read_file(request->input[0], take_row, &state);
    if (status != UL_E_STOPPED)
        UL_TRY(status);
    ul_source_remark(request, "%zu virtual machines", state.taken);
    if (state.left_out > 0)
        ul_source_remark(request, "%zu without a lifetime left out", state.left_out);
    return state.taken > 0
               ? UL_OK : ul_fail(UL_E_INPUT, "%s: no virtual machine is left", request->input[0]);
}

const ul_source ul_importer_huawei_vms = {
    .name = "huawei-vms",
    .brief = "virtual machines with arrival and lifetime (vmid,cpu,mem,at,lt) on hosts of one size",
    .paper = "Sheng et al. 2021 (VMAgent), Huawei-East-1",
    .param = (const ul_param[]){
        UL_COUNT("first", "0", "rows to leave out at the beginning", 0, 1e9),
        UL_COUNT("count", "1000000000", "rows to take at most", 1, 1e9),
        UL_HOSTS_PARAMS,
        UL_SOURCE_JOBS,
        {0},
    },
    .least_inputs = 1,
    .most_inputs = 1,
    .schedule = fill,
};
