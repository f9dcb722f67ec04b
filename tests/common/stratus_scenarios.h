/* Stratus' world, and the scenarios in it that can be worked out by hand. */
#pragma once

#define WORLD                                                                            \
    "ullage,1,schedule\nname,tiny\nresource,cpu,ram_gb\nround,60\nbilling,0,0\n"          \
    "type,large,m4,0.1,2,8\nstartup,large,0,95,0\n"                                       \
    "type,xlarge,m4,0.2,4,16\nstartup,xlarge,0,95,0\n"                                    \
    "type,2xlarge,m4,0.4,8,32\nstartup,2xlarge,0,95,0\n"                                  \
    "type,4xlarge,m4,0.8,16,64\nstartup,4xlarge,0,95,0\n"                                 \
    "type,10xlarge,m4,2,40,160\nstartup,10xlarge,0,95,0\n"                                \
    "type,16xlarge,m4,3.2,64,256\nstartup,16xlarge,0,95,0\n"
/* Each its own job: memory moves at 160 Mb/s. */
#define TASK(id, submit, run, cpu, gib, move) \
    "job," #id "," #submit ",1,," #run ",free," #cpu "," #gib "\nmoving," #id ",0,0,0,0," #move "\n"

#define ONE WORLD TASK(a, 10, 100, 2, 4, 214.748365)
#define TWO WORLD TASK(a, 10, 600, 2, 8, 429.49673) TASK(b, 10, 600, 2, 8, 429.49673)
#define THREE                                                                        \
    WORLD TASK(a, 10, 600, 2, 8, 429.49673) TASK(b, 10, 600, 1, 4, 214.748365)          \
        TASK(c, 250, 100, 1, 1, 53.687091)
#define FOUR                                                                            \
    WORLD TASK(a, 10, 4000, 2, 8, 429.49673) TASK(b, 10, 2100, 2, 8, 429.49673)        \
        TASK(c, 10, 2100, 2, 8, 429.49673) TASK(d, 10, 2100, 2, 8, 429.49673)
