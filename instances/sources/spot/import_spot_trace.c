/* Availability traces of spot machines: JSON with `metadata.gap_seconds`, `data` (one number a
 * tick) and perhaps `prices` ($/h a tick), in either of two forms. spot-traces' `data` is how
 * many machines can be had; the windows of Can't Be Late's simulator, known by their
 * `metadata.start_time`, have 1 where there is none. O(ticks).
 */
#include <math.h>

#include "deadline.h"
#include "generator.h"
#include "json.h"

/* A whole number from low to high of an object's member. */
static ul_status read_whole(const ul_json *value, const char *what, double low, double high,
                            int64_t *whole)
{
    double number;
    if (!ul_json_number(value, &number) || number < low || number > high
        || number != floor(number))
        return ul_fail(UL_E_INPUT, "%s is not a whole number from %g to %g", what, low, high);
    *whole = (int64_t)number;
    return UL_OK;
}

static bool is_inverted(const ul_source_request *request, const ul_json *document)
{
    if (!ul_param_is(request->param, "inverted", "auto"))
        return ul_param_is(request->param, "inverted", "yes");
    const bool is_window = ul_json_member(ul_json_member(document, "metadata"), "start_time") != NULL;
    if (is_window)
        ul_source_remark(request, "a window of the simulator: 1 is taken for no spot");
    return is_window;
}

static ul_status add_ticks(ul_deadline_builder *b, const ul_source_request *request,
                           const ul_json *document)
{
    const ul_json *data = ul_json_member(document, "data");
    const bool inverted = is_inverted(request, document);
    const int64_t nodes = (int64_t)ul_param_number(request->param, "nodes");
    const size_t first = (size_t)ul_param_number(request->param, "first"), n = ul_json_count(data);
    const size_t wanted = (size_t)ul_param_number(request->param, "ticks");
    if (!ul_json_is_array(data))
        return ul_fail(UL_E_INPUT, "the trace has no list 'data'");
    if (first > n || wanted > n - first)
        return ul_fail(UL_E_INPUT, "the trace has %zu ticks, fewer than 'first' and 'ticks' ask "
                                   "for", n);
    const size_t end = wanted == 0 ? n : first + wanted;
    for (size_t i = first; i < end; i++) {
        int64_t count = 0;
        UL_TRY(read_whole(ul_json_element(data, i), "a number in 'data'", 0, inverted ? 1 : 1e6,
                          &count));
        UL_TRY(ul_deadline_add_ticks(b, inverted ? count == 0 : count >= nodes, 1));
    }
    return UL_OK;
}

/* The price of spot as given, or the first of the file, or that of p3.2xlarge in us-west-2. */
static ul_status read_spot_price(const ul_source_request *request, const ul_json *document,
                                 int64_t *price)
{
    const char *given = ul_param_text(request->param, "spot");
    char text[UL_NUMBER_TEXT];
    double first;
    if (*given == '\0'
        && ul_json_number(ul_json_element(ul_json_member(document, "prices"), 0), &first)) {
        ul_source_remark(request, "spot costs the first of the trace's prices in all ticks");
        return ul_deadline_price(ul_real_text(first, text), price);
    }
    return ul_deadline_price(*given == '\0' ? "0.9731" : given, price);
}

static ul_status fill_from(ul_deadline_builder *b, const ul_source_request *request,
                           const ul_json *document)
{
    const ul_param_values *param = request->param;
    int64_t tick_s = 0, spot = 0, on_demand = 0;
    char name[UL_SOURCE_NAME];
    UL_TRY(ul_deadline_set_name(b, ul_source_name(request, name)));
    UL_TRY(read_whole(ul_json_member(ul_json_member(document, "metadata"), "gap_seconds"),
                      "metadata.gap_seconds", 1, 1e6, &tick_s));
    UL_TRY(ul_deadline_set_tick(b, tick_s));
    UL_TRY(ul_deadline_set_job(b, (int64_t)ul_param_number(param, "work"),
                               (int64_t)ul_param_number(param, "deadline"),
                               (int64_t)ul_param_number(param, "overhead")));
    UL_TRY(read_spot_price(request, document, &spot));
    UL_TRY(ul_deadline_price(ul_param_text(param, "on-demand"), &on_demand));
    UL_TRY(ul_deadline_set_prices(b, spot, on_demand));
    return add_ticks(b, request, document);
}

static ul_status fill(ul_deadline_builder *b, void *context)
{
    const ul_source_request *request = context;
    ul_json *document;
    UL_TRY(ul_json_read(request->input[0], &document));
    const ul_status status = fill_from(b, request, document);
    ul_json_free(document);
    return status == UL_E_INPUT ? ul_fail_prefix(status, "%s", request->input[0]) : status;
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    return ul_deadline_build(fill, (void *)request, instance);
}

static const ul_param param[] = {
    UL_COUNT("work", "172800", "seconds of work", 1, 1e9),
    UL_COUNT("deadline", "216000", "seconds until the deadline", 1, 1e9),
    UL_COUNT("overhead", "720", "seconds lost by whoever begins on a machine", 0, 1e9),
    UL_TEXT("spot", "", "dollars an hour on spot (default: the trace's first price, else 0.9731)"),
    UL_TEXT("on-demand", "3.06", "dollars an hour on demand"),
    UL_CHOICE("inverted", "auto", "1 is no spot; auto: where the metadata has a start_time",
              "auto|yes|no"),
    UL_COUNT("nodes", "1", "spot is to be had where the trace counts so many", 1, 1e6),
    UL_COUNT("first", "0", "the tick of the trace at which the job begins", 0, 1e6),
    UL_COUNT("ticks", "0", "how many ticks of it (0: all that follow)", 0, 1e6),
    {0},
};

const ul_source ul_importer_spot_trace = {
    .name = "spot-trace",
    .brief = "when spot was to be had, tick by tick, as a job with a deadline",
    .paper = "Can't Be Late, NSDI 2024",
    .param = param,
    .least_inputs = 1,
    .most_inputs = 1,
    .make = make,
};
