#include "say.h"

void ul_say_dollars(ul_output *out, double dollars)
{
    ul_output_format(out, "$%.10g", dollars);
}
