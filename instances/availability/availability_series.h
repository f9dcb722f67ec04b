/* Spot price histories: when a type was up, at what price, how often it was revoked.
 *
 * A type is up while its spot price is at most its on-demand price; an upward
 * crossing is a revocation (TR-Kubernetes, Section 2.2). A price holds from its
 * time stamp to the next one.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "rng.h"
#include "status.h"

typedef struct {
    double time_s; /* since 1970, UTC */
    double price;
} ul_spot_price;

typedef struct {
    char name[64]; /* of the type, from the file's name */
    char zone[64];
    uint64_t capacity;
    double on_demand_price;
    size_t n;
    ul_spot_price *price; /* by time */
} ul_spot_series;

/* Reads "TIME,PRICE" records, TIME as YYYY-MM-DD HH:MM:SS, in any order; the file
 * is named ZONE-Linux-TYPE.csv or .csv.gz. Capacity and on-demand price come from
 * the table of 2015's list prices, or from `types` ("VM,ECU,OnDemandPrice" file). */
ul_status ul_spot_series_read(const char *path, const char *types, ul_spot_series *series);
/* The prices alone, whatever the type: capacity and on-demand price stay 0. */
ul_status ul_spot_series_read_prices(const char *path, ul_spot_series *series);

/* A history of `days`, up and down for exponential times: up a share
 * `availability` of the time in the long run, for two days at a time on average. */
ul_status ul_spot_series_generate(ul_rng *rng, size_t number, double availability, double days,
                                  ul_spot_series *series);
void ul_spot_series_clear(ul_spot_series *series);

typedef struct {
    double up_s, down_s;
    double price; /* mean while up, by time; 0 when never up */
    size_t revocations;
    double mean_up_s; /* mean time to revocation; up_s when there was none */
} ul_spot_summary;

/* Over from_s <= time < to_s. O(n). */
ul_spot_summary ul_spot_series_summary(const ul_spot_series *series, double from_s, double to_s);

/* up[q] = 1 when the type is up at from_s + q * step_s. */
void ul_spot_series_sample(const ul_spot_series *series, double from_s, double step_s, size_t n,
                           double *up);
