/* Toy instances as files, and as instances of any kind. */
#ifndef UL_TOY_FILE_H
#define UL_TOY_FILE_H

#include "instance.h"
#include "toy.h"

ul_status ul_toy_reader_row(void *reader, const ul_csv_row *row);
ul_instance ul_toy_instance(ul_toy *in);
ul_status ul_toy_build(ul_status (*fill)(ul_toy_builder *b, void *context), void *context,
                       ul_instance *instance);
ul_status ul_toy_write(const ul_toy *in, const char *path);
ul_status ul_toy_seal(ul_toy *in);

#endif
