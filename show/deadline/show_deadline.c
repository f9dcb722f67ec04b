/* A deadline instance at a glance, a plan in a line and as a picture, and the kind's view.
 *
 * The picture has time to the right: when there was spot, what the job was on, and below what
 * was done by then, against even progress. O(ticks).
 */
#include <math.h>
#include <stdio.h>

#include "deadline_plan.h"
#include "svg.h"
#include "view.h"

/* ---- on the terminal ---- */

static double hours(int64_t seconds)
{
    return (double)seconds / 3600;
}

static ul_status show(const void *data, ul_output *out)
{
    const ul_deadline *in = data;
    char spot[UL_NUMBER_TEXT], on_demand[UL_NUMBER_TEXT], all[UL_NUMBER_TEXT];
    size_t had = 0, stretches = 0;
    for (size_t i = 0; i < in->n_usable; i++) {
        had += in->has_spot[i];
        stretches += in->has_spot[i] && (i == 0 || !in->has_spot[i - 1]);
    }
    const int64_t ticks = (in->work_s + in->overhead_s + in->tick_s - 1) / in->tick_s;
    ul_output_format(out, "%s (deadline)\n  sha256     %s\n", in->name, in->sha256);
    ul_output_format(out, "  job        %.6g hours of work in %.6g, %.4g lost by each change\n",
                     hours(in->work_s), hours(in->deadline_s), hours(in->overhead_s));
    ul_output_format(out, "  ticks      %zu of %lld s before the deadline, %zu in the trace\n",
                     in->n_usable, (long long)in->tick_s, in->n_ticks);
    ul_output_format(out, "  spot       in %zu of these (%.1f%%), in %zu stretch%s\n", had,
                     100 * (double)had / (double)in->n_usable, stretches,
                     stretches == 1 ? "" : "es");
    ul_output_format(out, "  $/hour     %s on spot, %s on demand\n",
                     ul_cost_text(in->price[UL_SPOT], spot),
                     ul_cost_text(in->price[UL_ON_DEMAND], on_demand));
    ul_output_format(out, "\n  on demand  $%s: no spot at all\n",
                     ul_cost_text(ul_deadline_cost(in, (ul_cost)in->price[UL_ON_DEMAND] * ticks),
                                  all));
    return UL_OK;
}

static ul_status brief(const void *data, ul_output *out)
{
    const ul_deadline_plan *plan = data;
    ul_job_state job;
    ul_deadline_follow(plan, &job);
    ul_output_format(out, "%zu ticks on spot, %zu on demand; %zu launch%s, %zu preemption%s; done in "
                          "tick %zu of %zu",
                     job.ticks[UL_SPOT], job.ticks[UL_ON_DEMAND], job.launches,
                     job.launches == 1 ? "" : "es", job.preemptions,
                     job.preemptions == 1 ? "" : "s", job.end, plan->in->n_usable);
    return UL_OK;
}

/* ---- as a picture ---- */

enum { ON_SPOT = 2, DEAR = 0, TO_HAVE = 1 }; /* fills */
static const double width = 1000, left = 92, right = 30, lane = 26;
static const double there = 96, modes = 134, curve = 184, deep = 190, below = 62;

static double x_of(const ul_deadline *in, size_t tick)
{
    const size_t n = in->n_usable;
    return left + (width - left - right) * (double)(tick < n ? tick : n) / (double)n;
}

static double y_of(const ul_deadline *in, int64_t done_s)
{
    return curve + deep - deep * (double)done_s / (double)in->work_s;
}

/* Stretches in which there was spot. */
static void draw_spot(const ul_deadline *in, ul_output *out)
{
    for (size_t i = 0, end; i < in->n_usable; i = end) {
        for (end = i + 1; end < in->n_usable && in->has_spot[end] == in->has_spot[i];)
            end++;
        if (in->has_spot[i])
            ul_svg_sliver(out, x_of(in, i), there, x_of(in, end) - x_of(in, i), lane, TO_HAVE);
    }
}

/* Stretches in one mode, with the overhead at the beginning of each. */
static void draw_modes(const ul_deadline_plan *plan, ul_output *out)
{
    const ul_deadline *in = plan->in;
    char title[120];
    for (size_t i = 0, end; i < in->n_usable; i = end) {
        for (end = i + 1; end < in->n_usable && plan->mode[end] == plan->mode[i];)
            end++;
        if (plan->mode[i] == UL_IDLE)
            continue;
        const double x = x_of(in, i), wide = x_of(in, end) - x;
        snprintf(title, sizeof title, "ticks %zu to %zu: %s", i + 1, end,
                 ul_mode_name[plan->mode[i]]);
        ul_svg_box(out, x, modes, wide, lane, plan->mode[i] == UL_SPOT ? ON_SPOT : DEAR, title);
        const double lost = (double)in->overhead_s / (double)in->tick_s / (double)(end - i);
        ul_svg_startup(out, x, modes, wide * fmin(1, lost), lane);
    }
}

/* Work done by the beginning of each tick, against even progress. */
static void draw_progress(const ul_deadline_plan *plan, ul_output *out)
{
    const ul_deadline *in = plan->in;
    ul_job_state job;
    ul_job_begin(in, &job);
    ul_svg_line(out, left, y_of(in, 0), width - right, y_of(in, in->work_s), UL_SVG_FAINT, true);
    ul_output_format(out, "<path fill=\"none\" stroke=\"" UL_SVG_INK
                          "\" stroke-width=\"1.6\" d=\"M%.2f %.2f", left, y_of(in, 0));
    while (job.tick < in->n_usable) {
        const int64_t before_s = job.done_s;
        ul_job_spend(&job, (ul_mode)plan->mode[job.tick]);
        const bool turns = job.tick == in->n_usable || plan->mode[job.tick] != (uint8_t)job.last
                           || job.done_s == before_s || ul_job_is_done(&job);
        if (turns)
            ul_output_format(out, "L%.2f %.2f", x_of(in, job.tick), y_of(in, job.done_s));
    }
    ul_output_text(out, "\"/>\n");
}

static void draw_words(const ul_deadline *in, ul_output *out)
{
    static const struct {
        double y;
        const char *text;
    } lanes[] = {{there, "spot there"}, {modes, "job on"}, {curve, "work done"}};
    static const struct {
        size_t fill;
        const char *text;
    } keys[] = {{TO_HAVE, "spot is to be had"}, {ON_SPOT, "on spot"}, {DEAR, "on demand"}};
    char text[40];
    const double all_h = hours((int64_t)in->n_usable * in->tick_s), step = ul_svg_step(all_h);
    for (size_t q = 0; q < 3; q++) {
        ul_svg_text(out, &(ul_svg_style){.x = left - 8, .y = lanes[q].y + 17, .size = 12,
                                         .anchor = "end", .colour = UL_SVG_INK}, lanes[q].text);
        ul_svg_box(out, left + 160 * (double)q, 66, 12, 12, keys[q].fill, NULL);
        ul_svg_text(out, &(ul_svg_style){.x = left + 18 + 160 * (double)q, .y = 76, .size = 12},
                    keys[q].text);
    }
    ul_svg_startup(out, left + 480, 66, 12, 12);
    ul_svg_text(out, &(ul_svg_style){.x = left + 498, .y = 76, .size = 12},
                "overhead; dashed: even progress");
    for (double h = 0; h <= all_h * (1 + 1e-9); h += step) {
        snprintf(text, sizeof text, "%.6g", h);
        ul_svg_text(out, &(ul_svg_style){.x = left + (width - left - right) * h / all_h,
                                         .y = curve + deep + 18, .size = 12, .anchor = "middle",
                                         .colour = UL_SVG_FAINT}, text);
    }
    ul_svg_text(out, &(ul_svg_style){.x = width - right, .y = curve + deep + 36, .size = 12,
                                     .anchor = "end", .colour = UL_SVG_FAINT},
                "hours; the right edge is the deadline");
}

static ul_status draw(const void *data, const char *method, ul_names *colours, ul_output *out)
{
    const ul_deadline_plan *plan = data;
    const ul_deadline *in = plan->in;
    char title[400], number[UL_NUMBER_TEXT];
    ul_cost cost;
    bool valid;
    (void)colours; /* they mean the same in every picture */
    UL_TRY(ul_deadline_check(plan, &valid, &cost));
    snprintf(title, sizeof title, "%.200s%s%.100s", in->name, *method == '\0' ? "" : ", ", method);
    ul_svg_begin(out, width, curve + deep + below, title);
    ul_svg_define_startup(out);
    ul_svg_text(out, &(ul_svg_style){.x = left, .y = 30, .size = 17, .bold = true, .most = 90},
                title);
    snprintf(title, sizeof title, "%s%s: %.6g hours of work in %.6g", valid ? "$" : "",
             valid ? ul_cost_text(cost, number) : "no valid plan", hours(in->work_s),
             hours(in->deadline_s));
    ul_svg_text(out, &(ul_svg_style){.x = left, .y = 52, .size = 12, .colour = UL_SVG_FAINT},
                title);
    draw_spot(in, out);
    draw_modes(plan, out);
    draw_progress(plan, out);
    draw_words(in, out);
    ul_svg_frame(out, left, curve, width - left - right, deep);
    ul_svg_end(out);
    return UL_OK;
}

const ul_view ul_view_deadline = {
    .kind = &ul_kind_deadline,
    .show = show,
    .brief = brief,
    .draw = draw,
};
