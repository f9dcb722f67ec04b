/* The checker in-process: files made here, verdicts read from memory. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

static const char instance_text[] = "ullage,1,packing\n"
                                    "name,small\n"
                                    "resource,cpu,ram\n"
                                    "type,a,f,1.5,4,8\n"
                                    "type,b,g,2.25,8,8.75\n"
                                    "# a comment with a \" quote\n"
                                    "task,t,3,,w,,2,3\n"
                                    "task,\"u \"\"x\"\"\",1,,,60,1,0.5\n"
                                    "demand,t,g,1,2.75\n"
                                    "throughput,w,*,0.9\n";

typedef struct {
    int status;
    char text[8192]; /* verdict, then complaints */
} verdict;

static void write_file(char *path, const char *text, size_t length)
{
    strcpy(path, "/tmp/ullage-check-XXXXXX");
    const int descriptor = mkstemp(path);
    cr_assert(descriptor >= 0);
    cr_assert_eq(write(descriptor, text, length), (ssize_t)length);
    close(descriptor);
}

static void check_texts(const char *instance, const char *plan, size_t plan_length, verdict *v)
{
    char path[2][32];
    memset(v, 0, sizeof *v);
    FILE *out = fmemopen(v->text, sizeof v->text - 1, "w");
    write_file(path[0], instance, strlen(instance));
    write_file(path[1], plan, plan_length);
    v->status = check_run(&(check_paths){.instance = path[0], .plan = path[1]}, out, out);
    fclose(out);
    unlink(path[0]);
    unlink(path[1]);
}

/* A plan for the instance above with its true hash and the given bins. */
static void make_plan(const char *bins, char *plan, size_t room)
{
    char hash[65];
    check_sha256(instance_text, strlen(instance_text), hash);
    snprintf(plan, room, "ullage-plan,1,packing\ninstance,small,%s\nmethod,hand\n%s", hash, bins);
}

static void check_bins(const char *bins, verdict *v)
{
    char plan[2048];
    make_plan(bins, plan, sizeof plan);
    check_texts(instance_text, plan, strlen(plan), v);
}

#define GOOD "bin,b,1,t:3,\"u \"\"x\"\":1\"\n"

static void expect(const char *bins, int status, const char *sentence)
{
    verdict v;
    check_bins(bins, &v);
    cr_expect_eq(v.status, status, "%s gives %d: %s", bins, v.status, v.text);
    cr_expect_not_null(strstr(v.text, sentence), "'%s' is not in: %s", sentence, v.text);
}

Test(check, sha256_of_known_texts)
{
    char hash[65];
    check_sha256("", 0, hash);
    cr_expect_str_eq(hash, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_sha256("abc", 3, hash);
    cr_expect_str_eq(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check_sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56, hash);
    cr_expect_str_eq(hash, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

Test(check, decimals)
{
    static const struct {
        const char *text;
        check_micro value; /* -1: refused */
    } number[] = {
        {"0", 0},           {"12.24", 12240000},    {"0.000001", 1},       {"1.5000000", 1500000},
        {"1.0000001", -1},  {".5", -1},             {"5.", -1},            {"-1", -1},
        {"1e3", -1},        {"nan", -1},            {"", -1},              {"1000000000001", -1},
        {"99999999999999999999999999999999999999999", -1},
        {"1000000000000", 1000000000000000000},     {"1000000000000.000001", -1},
    };
    for (size_t q = 0; q < sizeof number / sizeof *number; q++) {
        check_micro value = -1;
        if (!check_parse_decimal(number[q].text, strlen(number[q].text), &value))
            value = -1;
        cr_expect_eq(value, number[q].value, "%s", number[q].text);
    }
}

Test(check, writes_numbers_shortest)
{
    char text[CHECK_NUMBER_TEXT];
    cr_expect_str_eq(check_text(12800000, 6, text), "12.8");
    cr_expect_str_eq(check_text(0, 6, text), "0");
    cr_expect_str_eq(check_text(1000000, 6, text), "1");
    cr_expect_str_eq(check_text(-10, 6, text), "-0.00001");
    cr_expect_str_eq(check_text(1200, 0, text), "1200");
}

Test(check, a_valid_plan_and_its_cost)
{
    expect(GOOD, CHECK_VALID, "valid: cost 2.25\n");
    expect("bin,a,1,t:2,\"u \"\"x\"\":1\"\nbin,a,1,t:1\n", CHECK_INVALID, "needs 5 of cpu");
    expect("bin,a,1,t:2\nbin,a,1,t:1,\"u \"\"x\"\":1\"\n", CHECK_VALID, "valid: cost 3\n");
    expect("bin,a,3,t:1\nbin,a,1,\"u \"\"x\"\":1\"\n", CHECK_VALID, "valid: cost 6\n");
}

Test(check, every_violation_is_named)
{
    expect("bin,b,1,t:4\n", CHECK_INVALID, "needs 11 of ram, a machine of type 'b' has 8.75");
    expect("bin,b,1,t:4\n", CHECK_INVALID, "task 't': 4 placed, 3 wanted");
    expect("bin,b,1,t:4\n", CHECK_INVALID, "task 'u \"x\"': 0 placed, 1 wanted");
    expect("bin,b,1,t:4\n", CHECK_INVALID, "invalid: 3 violations");
    expect(GOOD "bin,c,1\n", CHECK_INVALID, "no type 'c'");
    expect(GOOD "bin,b,1,v:1\n", CHECK_INVALID, "no task 'v'");
    expect("bin,b,3,t:1\n" GOOD, CHECK_INVALID, "6 placed");
}

Test(check, a_plan_beyond_the_supply_is_invalid)
{
    static const char limited[] = "ullage,1,packing\nname,small\nresource,cpu\ntype,a,f,1,4\n"
                                  "supply,a,2\ntype,b,f,2,4\ntask,t,3,,,,4\n";
    static const struct {
        const char *bins, *sentence;
    } plan[] = {
        {"bin,a,2,t:1\nbin,b,1,t:1\n", "valid: cost 4\n"},
        {"bin,a,2,t:1\nbin,a,1,t:1\n", "3 machines of type 'a', the supply is 2"},
    };
    for (size_t q = 0; q < sizeof plan / sizeof *plan; q++) {
        char hash[65], text[512];
        verdict v;
        check_sha256(limited, strlen(limited), hash);
        snprintf(text, sizeof text, "ullage-plan,1,packing\ninstance,small,%s\n%s", hash,
                 plan[q].bins);
        check_texts(limited, text, strlen(text), &v);
        cr_expect_eq(v.status, q == 0 ? CHECK_VALID : CHECK_INVALID, "%s", v.text);
        cr_expect_not_null(strstr(v.text, plan[q].sentence), "%s", v.text);
    }
}

Test(check, many_violations_are_counted_and_the_first_shown)
{
    char bins[2048] = "";
    for (int q = 0; q < 40; q++)
        strcat(bins, "bin,c,1\n");
    expect(bins, CHECK_INVALID, "invalid: 42 violations, the first 10 shown; --all shows every one");
    verdict v;
    check_bins(bins, &v);
    size_t lines = 0;
    for (const char *at = v.text; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    cr_expect_eq(lines, 11);
}

Test(check, a_plan_of_another_instance_is_called_that_first)
{
    verdict v;
    const char plan[] = "ullage-plan,1,packing\nbin,c,1\ninstance,other,0\nmethod,hand\n";
    check_texts(instance_text, plan, strlen(plan), &v);
    cr_expect_eq(v.status, CHECK_INVALID);
    const char *first = strstr(v.text, ":3: the plan is for instance 'other'");
    cr_expect_not_null(first, "%s", v.text);
    cr_expect_lt(first, strstr(v.text, "no type 'c'"), "%s", v.text);
}

Test(check, a_count_that_wraps_around_is_not_a_match)
{
    char plan[65536] = "", *at = plan;
    verdict v;
    /* 1845 bins of 10^16 exceed 2^64 */
    at += sprintf(at, "ullage-plan,1,packing\n");
    for (int q = 0; q < 1845; q++)
        at += sprintf(at, "bin,b,100000000,z:100000000\n");
    check_texts("ullage,1,packing\nname,z\nresource,r\ntype,b,b,1,1\ntask,z,1,,,,0\n", plan,
                strlen(plan), &v);
    cr_expect_eq(v.status, CHECK_INVALID);
    cr_expect_not_null(strstr(v.text, "18450000000000000000 placed"), "%s", v.text);
}

Test(check, another_instance_is_noticed)
{
    char plan[2048];
    verdict v;
    make_plan(GOOD, plan, sizeof plan);
    char other[sizeof instance_text];
    strcpy(other, instance_text);
    *strstr(other, "0.9") = '1';
    check_texts(other, plan, strlen(plan), &v);
    cr_expect_eq(v.status, CHECK_INVALID);
    cr_expect_not_null(strstr(v.text, "SHA-256"), "%s", v.text);
}

Test(check, unreadable_files_name_the_place)
{
    expect("bin,b,0,t:3\n", CHECK_UNREADABLE, ":4: column 3: the number of copies '0'");
    expect("bin,b\n", CHECK_UNREADABLE, ":4: column 3: expected bin");
    expect("bin,b,1,t\n", CHECK_UNREADABLE, ":4: column 4: 't' is not TASK:COUNT");
    expect("bin,b,1,t:-1\n", CHECK_UNREADABLE, "is not TASK:COUNT");
    expect("bin,\"b,1,t:1\n", CHECK_UNREADABLE, ":4: column 2: the file ends inside");
    expect("bin,\"b\"x,1\n", CHECK_UNREADABLE, ":4: column 2: a quoted field must end");
    expect("bin,b\"x,1\n", CHECK_UNREADABLE, ":4: column 2: a quote inside");
    expect("crate,b,1\n", CHECK_UNREADABLE, ":4: column 1: record 'crate' is not known");
    expect("\n\n# x\n\"bin\" ,\r\n", CHECK_UNREADABLE, ":7: column 3: expected bin");
    expect("\rbin,b,1,t:1\r\n\r\nbin,b\r", CHECK_UNREADABLE, ":7: column 3: expected bin");
    expect("bin,\"b\r\nc\rd\ne\n\r\",1,t:1\r\rbin,b", CHECK_UNREADABLE,
           ":11: column 3: expected bin");
}

Test(check, unreadable_instances_name_the_place)
{
    static const char plan[] = "ullage-plan,1,packing\n";
    static const struct {
        const char *text, *sentence;
    } bad[] = {
        {"", ":1: column 1: the file is empty"},
        {"hello\n", ":1: column 1: the file does not begin"},
        {"ullage,2,packing\n", ":1: column 2: format version '2'"},
        {"ullage,1,knapsack\n", ":1: column 3: problem kind 'knapsack'"},
        {"ullage,1,packing\ntype,a,f,1,4\n", ":2: column 1: resources must be named before"},
        {"ullage,1,packing\nresource,r\ntype,a,f,1\n", ":3: column 5: the record has 4 columns"},
        {"ullage,1,packing\nresource,r\ntype,a,f,-1,4\n", ":3: column 4: the price '-1'"},
        {"ullage,1,packing\nresource,r\ntype,a,f,1,NaN\n", ":3: column 5: the capacity 'NaN'"},
        {"ullage,1,packing\nresource,r\ntype,a,f,1,1\ntype,a,f,1,1\n", ":4: column 2: type 'a' is"},
        {"ullage,1,packing\nresource,r\ntask,a,0,,,,1\n", ":3: column 3: the number of copies"},
        {"ullage,1,packing\nresource,r\ndemand,a,f,1\n", ":3: column 2: task 'a' is not defined"},
        {"ullage,1,packing\nresource,r\n", "lacks a name, a type or a task"},
    };
    for (size_t q = 0; q < sizeof bad / sizeof *bad; q++) {
        verdict v;
        check_texts(bad[q].text, plan, strlen(plan), &v);
        cr_expect_eq(v.status, CHECK_UNREADABLE, "%s", bad[q].text);
        cr_expect_not_null(strstr(v.text, bad[q].sentence), "'%s' is not in: %s", bad[q].sentence,
                           v.text);
    }
    verdict v;
    check_texts(instance_text, "ullage-plan,1,packing\nbin,\0,1\n", 30, &v);
    cr_expect_not_null(strstr(v.text, ":2: column 2: holds a zero byte"), "%s", v.text);
}

/* Every byte of a valid plan, replaced by every one of a few others: the plan
 * is refused, or costs something else, or the byte is in what says nothing
 * (the method's name). */
Test(check, every_mutation_is_caught)
{
    static const char other[] = "0123456789tubax,:\"# \n";
    char plan[2048], mutant[2048];
    make_plan(GOOD, plan, sizeof plan);
    const size_t length = strlen(plan);
    const char *method = strstr(plan, "\nmethod,");
    size_t tried = 0;
    for (size_t q = 0; q < length - 1; q++) {
        if (plan + q >= method && plan + q < method + strlen("\nmethod,hand\n"))
            continue;
        /* the hash's digits behave alike: a sample of them will do */
        if (q > 45 && q < 95)
            continue;
        for (const char *byte = other; *byte != '\0'; byte++) {
            verdict v;
            if (*byte == plan[q])
                continue;
            memcpy(mutant, plan, sizeof mutant);
            mutant[q] = *byte;
            check_texts(instance_text, mutant, length, &v);
            tried++;
            cr_expect(v.status != CHECK_VALID || strcmp(v.text, "valid: cost 2.25\n") != 0,
                      "byte %zu as '%c' is not noticed", q, *byte);
        }
    }
    cr_expect_gt(tried, 1000);
}
