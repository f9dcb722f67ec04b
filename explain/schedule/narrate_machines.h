/* Why machines are ordered, exchanged and given back, in words. */
#pragma once

#include "schedule_following.h"

/* The method's own words, where it has some. */
void ul_schedule_say_said(const ul_schedule_following *s, const ul_step *step, ul_output *out);
void ul_schedule_say_order(const ul_schedule_following *s, const ul_step *step, ul_output *out);
void ul_schedule_say_exchange(const ul_schedule_following *s, const ul_step *step, ul_output *out);
void ul_schedule_say_leaving(const ul_schedule_following *s, const ul_step *step, ul_output *out);
