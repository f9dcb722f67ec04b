/* Branching on machine counts, and on the families that tasks go to: what it proves is true, its
 * certificates are verified by the independent checker, and changed ones prove no more. */
#include "certificate.h"
#include "certified.h"
#include "trees.h"
#include "parts/exact_scene.h"
#include "sanitized.h"

enum { NODES = 400 };

typedef struct {
    exact_scene run;
    ul_arena *arena; /* the tree's */
    ul_tree tree;
    bool split;      /* false: there is nothing to branch on */
} scene;

/* Branches on counts from a poor plan on. In place: the master knows where the problem is. */
static void open_scene(scene *it, const ul_instance *instance, ul_type_division by, size_t nodes)
{
    *it = (scene){.arena = ul_arena_new()};
    open_exact(&it->run, instance);
    it->split = it->run.problem.n_items > 0;
    if (!it->split)
        return;
    begin_with_singles(&it->run);
    cr_assert_eq(ul_exact_branch_on_counts(&it->run.exact, by, nodes, 2, it->arena, &it->tree),
                 UL_OK, "%s", ul_error_text());
    it->split = it->tree.n_nodes > 0;
}

static void close_scene(scene *it)
{
    close_exact(&it->run);
    ul_arena_free(it->arena);
}

/* The certificate of the tree beside the instance and its plan. */
static void write_cases(scene *it, const paths *p)
{
    ul_proof proof = ul_exact_proof_of(&it->run.exact, &it->tree, it->tree.bound);
    proof.kind = UL_PROOF_CASES;
    cr_assert_eq(ul_certificate_write(it->run.exact.in, &proof, p->certificate), UL_OK, "%s",
                 ul_error_text());
}

/* Of an instance whose optimum the exact method has proved, and the checker verified. */
static void expect_true(ul_instance *instance, ul_type_division by, const char *what, size_t *proved)
{
    scene it;
    paths p;
    char said[4000];
    make_paths(&p);
    certify(instance, &p);
    cr_assert_eq(verdict(&p, said, sizeof said), CHECK_VALID, "%s: %s", what, said);
    const double optimum = proved_bound(said);
    open_scene(&it, instance, by, NODES);
    if (it.split) {
        const double unit = ul_cost_double(it.run.problem.unit), close = 1e-9 * (1 + optimum);
        cr_expect((double)it.tree.bound * unit <= optimum + close, "%s: too high a bound", what);
        cr_expect((double)it.run.exact.best.cost * unit >= optimum - close, "%s: too cheap", what);
        cr_expect(!it.tree.proved || it.run.exact.best.cost == it.tree.bound, "%s", what);
        *proved += it.tree.proved;
        write_cases(&it, &p);
        cr_expect_eq(verdict(&p, said, sizeof said), CHECK_VALID, "%s: %s", what, said);
    }
    close_scene(&it);
    remove_paths(&p);
}

static void expect_true_of_tiny(ul_type_division by, size_t least)
{
    size_t proved = 0;
    for (size_t q = 0; q < ul_tiny_count(); q++) {
        ul_instance instance;
        char what[40];
        snprintf(what, sizeof what, "tiny instance %zu", q);
        cr_assert_eq(ul_tiny_make(q, &instance), UL_OK);
        expect_true(&instance, by, what, &proved);
        ul_instance_free(&instance);
    }
    cr_expect(proved >= least, "%zu of %zu are proved", proved, ul_tiny_count());
}

static void expect_true_of_random(ul_type_division by, size_t least)
{
    enum { INSTANCES = UL_SANITIZED ? 50 : 150 };
    ul_rng *rng = ul_rng_new(7);
    size_t proved = 0;
    for (size_t q = 0; q < INSTANCES; q++) {
        char what[40];
        ul_instance instance = random_packing(rng, 3 + q % 9);
        snprintf(what, sizeof what, "random instance %zu", q);
        expect_true(&instance, by, what, &proved);
        ul_instance_free(&instance);
    }
    cr_expect(100 * proved >= least * INSTANCES, "%zu of %d are proved", proved, INSTANCES);
    ul_rng_free(rng);
}

Test(machine_counts, bounds_hold_and_are_verified_on_tiny_instances)
{
    expect_true_of_tiny(UL_TOGETHER, ul_tiny_count() / 2);
}

Test(machine_counts, bounds_hold_and_are_verified_on_random_instances)
{
    expect_true_of_random(UL_TOGETHER, 50);
}

/* Where no task has a choice of families there is nothing to branch on. */
Test(machine_counts, bounds_by_where_tasks_go_hold_and_are_verified)
{
    for (ul_type_division by = UL_BY_SIZE; by < UL_TOGETHER; by++) {
        expect_true_of_tiny(by, 5);
        expect_true_of_random(by, 25);
    }
}

/* ---- an instance that needs cases ---- */

#define CLOUD "ullage,1,packing\nname,x\nresource,cpu,ram\n" \
              "type,a1,a,3,4,8\ntype,a2,a,6,8,16\ntype,a4,a,12,16,32\n" \
              "type,b1,b,5,4,32\ntype,b2,b,10,8,64\ntype,b4,b,20,16,128\n"

/* Records of rows: dominance, and copies of an item on a family, or of several. */
#define MERGER "\nmerger,"
#define COPIES "\ncopies,"
#define ALSO "\nalso,"

/* Seven tasks of a cloud whose machines cost as much as they hold: the linear program buys
 * parts of the largest. */
static ul_instance cloud(ul_rng *rng)
{
    char text[1000] = CLOUD;
    for (int j = 0; j < 7; j++)
        sprintf(text + strlen(text), "task,t%d,1,,,,%d,%d\n", j, (int)ul_rng_between(rng, 1, 7),
                (int)ul_rng_between(rng, 1, 20));
    return parsed(text);
}

/* Task 1 has room beside 2 on machine a and beside 3 on machine b, 4 beside the others there, and two more
 * ask for one machine of each. In halves all have room on one a and one b; whole they have not. So
 * it is where they go that is branched on. */
static ul_instance crossed(ul_rng *rng)
{
    char text[1000];
    snprintf(text, sizeof text,
             "ullage,1,packing\nname,x\nresource,r12,r34,r13,r24,r14,r23,ra,rb\n"
             "type,a,a,%d,2,2,1,1,1,1,1,0\ntype,b,b,%d,1,1,2,2,1,1,0,1\n"
             "task,t1,1,,,,1,0,1,0,1,0,0,0\ntask,t2,1,,,,1,0,0,1,0,1,0,0\n"
             "task,t3,1,,,,0,1,1,0,0,1,0,0\ntask,t4,1,,,,0,1,0,1,1,0,0,0\n"
             "task,t5,1,,,,0,0,0,0,0,0,1,0\ntask,t6,1,,,,0,0,0,0,0,0,0,1\n",
             (int)ul_rng_between(rng, 8, 12), (int)ul_rng_between(rng, 8, 12));
    return parsed(text);
}

/* Fifteen tasks of the cloud, of which several have to be looked at together: one in five hundred drawn by
 * chance is such, most of them of more tasks. */
static ul_instance filled(void)
{
    static const int need[][2] = {{6, 16}, {6, 12}, {6, 14}, {4, 16}, {5, 12}, {4, 15}, {5, 15}, {7, 18},
                                  {4, 16}, {3, 17}, {1, 6},  {3, 6},  {6, 19}, {1, 7},  {3, 7}};
    char text[1000] = CLOUD;
    for (size_t j = 0; j < sizeof need / sizeof *need; j++)
        sprintf(text + strlen(text), "task,t%zu,1,,,,%d,%d\n", j, need[j][0], need[j][1]);
    return parsed(text);
}

/* Many copies: what rows pay for all of them is within what the checker takes, and where they are too
 * many nothing is branched on. */
Test(machine_counts, where_many_copies_go_is_verified_or_not_asked)
{
    enum { INSTANCES = 12 };
    ul_rng *rng = ul_rng_new(3);
    size_t asked = 0;
    for (int q = 0; q < INSTANCES; q++) {
        const int copies = q % 4 == 3 ? 100000 : 1000;
        scene it;
        paths p;
        char said[4000], text[1000] = CLOUD;
        for (int j = 0; j < 4; j++)
            sprintf(text + strlen(text), "task,t%d,%d,,,,%d,%d\n", j,
                    (int)ul_rng_between(rng, copies / 2, copies), (int)ul_rng_between(rng, 1, 7),
                    (int)ul_rng_between(rng, 1, 20));
        ul_instance instance = parsed(text);
        make_paths(&p);
        cr_assert_eq(instance.kind->seal(instance.data), UL_OK);
        cr_assert_eq(ul_instance_write(&instance, p.instance), UL_OK);
        open_scene(&it, &instance, UL_BY_SIZE, NODES / 4);
        cr_expect(!it.split || copies == 1000); /* tasks of one shape are one item */
        if (it.split) {
            FILE *out = fmemopen(said, sizeof said - 1, "w");
            write_cases(&it, &p);
            cr_expect_eq(check_run(&(check_paths){.instance = p.instance, .certificate = p.certificate}, out,
                                   out), CHECK_VALID);
            fclose(out);
            asked += it.tree.n_nodes > 1;
        }
        close_scene(&it);
        remove_paths(&p);
        ul_instance_free(&instance);
    }
    cr_expect(asked > 0);
    ul_rng_free(rng);
}

/* The first that is proved by cases, with such rows among what proves it. */
static paths cased_example(const char *record, char *text, size_t *length)
{
    ul_rng *rng = ul_rng_new(1);
    paths p;
    const bool of_copies = strcmp(record, MERGER) != 0, of_several = strcmp(record, ALSO) == 0;
    bool found = false;
    make_paths(&p);
    for (int q = 0; q < 1000 && !found; q++) {
        scene it;
        ul_instance instance = of_several ? filled() : of_copies ? crossed(rng) : cloud(rng);
        certify(&instance, &p);
        open_scene(&it, &instance, of_copies ? UL_BY_SIZE : UL_TOGETHER, NODES);
        if (it.split) {
            write_cases(&it, &p);
            *length = load(p.certificate, text, CERTIFICATE_ROOM);
        }
        found = it.split && it.tree.proved && it.tree.n_nodes >= 5 && (of_several || it.tree.n_nodes <= 11)
                && strstr(text, record) != NULL;
        close_scene(&it);
        ul_instance_free(&instance);
    }
    cr_assert(found);
    ul_rng_free(rng);
    return p;
}

Test(machine_counts, every_digit_changed_and_sealed_anew_proves_no_more)
{
    static char text[CERTIFICATE_ROOM];
    size_t length;
    const paths p = cased_example(MERGER, text, &length);
    expect_no_lies(&p, text, length, "cases");
    remove_paths(&p);
}

Test(machine_counts, every_digit_of_where_tasks_go_changed_and_sealed_anew_proves_no_more)
{
    static char text[CERTIFICATE_ROOM];
    size_t length;
    const paths p = cased_example(COPIES, text, &length);
    expect_no_lies(&p, text, length, "cases by family");
    remove_paths(&p);
}

Test(machine_counts, every_digit_of_where_several_tasks_go_changed_and_sealed_anew_proves_no_more)
{
    static char text[CERTIFICATE_ROOM];
    size_t length;
    const paths p = cased_example(ALSO, text, &length);
    expect_no_lies_in("also", &p, text, length, "cases by sums");
    remove_paths(&p);
}

static void expect_refused(const char *piece, const char *instead, const char *sentence)
{
    static char text[CERTIFICATE_ROOM];
    size_t length;
    const paths p = cased_example(MERGER, text, &length);
    expect_refused_with(&p, text, length, piece, instead, sentence);
}

Test(machine_counts, what_a_tree_of_counts_may_not_say_is_refused)
{
    expect_refused("\ncases\n", "\ncases\nsteps\n", "the whole is proved in another way");
    expect_refused("\ncases\n", "\ncases\nmachines,900,a1:1\nholding,900,t0:1\n",
                   "counts machines by what they hold");
    expect_refused("\ncases\n", "\ncases\nmerger,900,1,a4:1\n", "need not have room in one");
    expect_refused("\ncases\n", "\ncases\nmerger,900,1,a1:1,b1:1\n", "need not have room in one");
    expect_refused("\ncases\n", "\nmerger,900,1,a1:1\ncases\n", "a merger belongs to cases");
    expect_refused("\ncases\n", "\ncases\nfilter,1\n", "has filters");
}

/* Leaves, rows on a path and dominance rows all count as work. */
Test(machine_counts, what_takes_too_long_is_refused)
{
    static char text[CERTIFICATE_ROOM];
    char said[4000];
    size_t length;
    const paths p = cased_example(MERGER, text, &length);
    for (uint64_t steps = 1; steps < 3000; steps += steps / 3 + 1) {
        memset(said, 0, sizeof said);
        FILE *out = fmemopen(said, sizeof said - 1, "w");
        const int status = check_run(&(check_paths){.instance = p.instance, .plan = p.plan,
                                                    .certificate = p.certificate, .steps = steps},
                                     out, out);
        fclose(out);
        cr_expect_eq(status, CHECK_UNREADABLE, "%s", said);
        cr_expect_not_null(strstr(said, "takes too long to check"), "%s", said);
    }
    remove_paths(&p);
}
