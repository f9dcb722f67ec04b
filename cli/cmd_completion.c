/* ullage completion: a script for a shell, which asks this program what comes next. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "formulation.h"
#include "generator.h"
#include "registry.h"
#include "suite.h"
#include "table.h"

static const char bash[] =
    "# ullage for bash: eval \"$(ullage completion bash)\"\n"
    "_ullage() {\n"
    "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local words\n"
    "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
    "        words=$(\"$1\" completion commands)\n"
    "    elif [ \"${word#-}\" != \"$word\" ]; then\n"
    "        words=$(\"$1\" \"${COMP_WORDS[1]}\" --list-options 2>/dev/null)\n"
    "    else\n"
    "        words=$(\"$1\" completion values \"${COMP_WORDS[1]}\" \"$before\" \"$COMP_CWORD\")\n"
    "    fi\n"
    "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
    "}\n"
    "complete -o default -F _ullage ullage\n";

static const char zsh[] =
    "#compdef ullage\n"
    "# ullage for zsh: eval \"$(ullage completion zsh)\"\n"
    "_ullage() {\n"
    "    local -a known\n"
    "    if (( CURRENT == 2 )); then\n"
    "        known=(${(f)\"$(ullage completion commands)\"})\n"
    "    elif [[ ${words[CURRENT]} == -* ]]; then\n"
    "        known=(${(f)\"$(ullage ${words[2]} --list-options 2>/dev/null)\"})\n"
    "    else\n"
    "        known=(${(f)\"$(ullage completion values ${words[2]} ${words[CURRENT-1]} $((CURRENT - 1)))\"})\n"
    "    fi\n"
    "    (( ${#known} )) && compadd -a known || _files\n"
    "}\n"
    "if [[ $funcstack[1] == _ullage ]]; then _ullage; else compdef _ullage ullage; fi\n";

static const char fish[] =
    "# ullage for fish: ullage completion fish | source\n"
    "function __ullage\n"
    "    set -l words (commandline -opc)\n"
    "    set -l word (commandline -ct)\n"
    "    if test (count $words) -eq 1\n"
    "        ullage completion commands\n"
    "    else if string match -q -- '-*' $word\n"
    "        ullage $words[2] --list-options 2>/dev/null\n"
    "    else\n"
    "        ullage completion values $words[2] $words[-1] (count $words)\n"
    "    end\n"
    "end\n"
    "complete -c ullage -a '(__ullage)'\n";

static void put_commands(void)
{
#define UL_COMMAND(name, brief) puts(#name);
#include "commands.def"
#undef UL_COMMAND
    puts("help");
}

static void put_sources(const ul_source *const *source)
{
    for (; *source != NULL; source++)
        puts((*source)->name);
}

static void put_methods(void)
{
    for (size_t q = 0; ul_methods[q] != NULL; q++)
        puts(ul_methods[q]->name);
}

/* What may stand behind an option, whichever command has it. */
static bool put_option_values(const char *option)
{
    if (strcmp(option, "-m") == 0 || strcmp(option, "--method") == 0
        || strcmp(option, "--baseline") == 0 || strcmp(option, "--drop") == 0) {
        put_methods();
        return true;
    }
    if (strcmp(option, "-f") == 0 || strcmp(option, "--formulation") == 0) {
        for (size_t q = 0; ul_formulations[q] != NULL; q++)
            puts(ul_formulations[q]->name);
        return true;
    }
    return option[0] == '-';
}

/* The first argument of a command that has a list of them. */
static void put_first_values(const char *command)
{
    if (strcmp(command, "gen") == 0)
        put_sources(ul_generators);
    if (strcmp(command, "import") == 0)
        put_sources(ul_importers);
    if (strcmp(command, "help") == 0)
        put_commands();
    if (strcmp(command, "completion") == 0)
        puts("bash\nzsh\nfish");
    for (size_t q = 0; strcmp(command, "bench") == 0 && ul_suites_shipped[q].name != NULL; q++)
        puts(ul_suites_shipped[q].name);
    for (size_t q = 0; strcmp(command, "reproduce") == 0 && ul_tables[q] != NULL; q++)
        puts(ul_tables[q]->name);
}

int ul_command_completion(int argc, char **argv)
{
    static const ul_command command = {
        .args_doc = "bash|zsh|fish",
        .doc = "Prints a script by which a shell completes commands, options, methods and the rest."
               "\vExample: ullage completion bash >ullage.bash",
    };
    if (argc == 2 && strcmp(argv[1], "commands") == 0) {
        put_commands();
    } else if (argc == 5 && strcmp(argv[1], "values") == 0) {
        if (!put_option_values(argv[3]) && strcmp(argv[4], "2") == 0)
            put_first_values(argv[2]);
    } else if (argc == 2 && strcmp(argv[1], "bash") == 0) {
        fputs(bash, stdout);
    } else if (argc == 2 && strcmp(argv[1], "zsh") == 0) {
        fputs(zsh, stdout);
    } else if (argc == 2 && strcmp(argv[1], "fish") == 0) {
        fputs(fish, stdout);
    } else {
        ul_parse_args(&command, argc, argv, NULL);
        fprintf(stderr, "ullage: which shell? 'ullage completion bash', zsh or fish\n");
        return UL_EXIT_USAGE;
    }
    return UL_EXIT_OK;
}
