#!/usr/bin/env bash
# The site: every link leads to a file and an anchor that are there, every page of the book and
# every lesson is there, pages are well-formed and hold no path of this machine; from the source
# tree with modules, and as installed without.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failed=0
complain() { echo "$*"; failed=1; }

cat >walk.py <<'END'
import html.parser, pathlib, sys
root, said = pathlib.Path(sys.argv[1]).resolve(), []
void = {"meta", "link", "img", "input", "br"}

class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.path, self.open, self.ids, self.links, self.pictures = path, [], [], [], 0
        self.feed(path.read_text())
        self.close()
        if self.open:
            said.append(f"{path}: {self.open} not closed")
    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag not in void:
            self.open.append(tag)
        self.ids += [values["id"]] if "id" in values else []
        self.links += [values["href"]] if tag == "a" else []
        if tag == "img":
            self.pictures += 1
            if not values["src"].startswith("data:image/") or not values["alt"]:
                said.append(f"{self.path}: {values['src'][:60]}")
    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            said.append(f"{self.path}:{self.getpos()[0]}: </{tag}>")

pages = {path: Page(path) for path in root.rglob("*.html")}
for path, page in pages.items():
    if len(set(page.ids)) != len(page.ids):
        said.append(f"{path}: ids of one name")
    for link in page.links:
        if link.startswith("https://"):
            continue
        file, _, anchor = link.partition("#")
        to = (path.parent / file).resolve() if file else path
        if not to.is_file() or root not in to.parents:
            said.append(f"{path}: {link} leads nowhere")
        elif anchor and not anchor.startswith("make=") and (to not in pages or anchor not in pages[to].ids):
            said.append(f"{path}: {link}: no such anchor")
print(*said[:20], sep="\n", end="")
print(sum(page.pictures for page in pages.values()), file=open("pictures", "w"))
sys.exit(bool(said))
END

walk() { # SITE: what holds of every site
    local name
    python3 walk.py "$1" || complain "$1 is not whole"
    for name in "$UL_SOURCE"/docs/*.md; do
        name=$(basename "$name" .md)
        [ "$name" != README ] || name=index
        [ -s "$1/book/$name.html" ] || complain "$1/book/$name.html is not there"
    done
    for name in "$UL_SOURCE"/instances/gallery/*.csv; do
        name=lessons/$(basename "$name" .csv).html
        grep -qF "\"$name\"" "$1/index.html" && [ -s "$1/$name" ] || complain "$1: no $name"
    done
    ! grep -rlF -e "$UL_SOURCE" -e "$folder" "$1" || complain "$1 knows where it was made"
}

# From the source tree; what stands for the modules here is only carried.
mkdir modules
for name in ullage ullage-check; do echo x >modules/$name.js; echo y >modules/$name.wasm; done
ULLAGE_WEB=modules "$UL_COMMAND" site --out live --from "$UL_SOURCE" || complain "no live site"
walk live
[ "$(cat pictures)" = "$(cat "$UL_SOURCE"/docs/*.md "$UL_SOURCE/README.md" | grep -o '!\[[^]]*\](' | wc -l)" ] ||
    complain "$(cat pictures) pictures"
grep -q 'href="playground.html#live"' live/index.html || complain "no way to the playground"
grep -q '"ullage-wasm": "eQo="' live/modules.js || complain "the modules are not carried"
for page in playground.html:./modules.js lessons/ffd-loses.html:../modules.js; do
    grep -qF "id=\"modules\">${page#*:}<" "live/${page%:*}" || complain "${page%:*} is not live"
done
[ "$(du -sk live | cut -f1)" -lt 9000 ] || complain "the site without its modules has $(du -sk live | cut -f1) kB"
for text in '<td>agrees</td>\|class="agrees"' 'eva-t4-'; do
    grep -q "$text" live/coverage.html || complain "the coverage has no $text"
done
cmp <(grep -v '^#' "$UL_SOURCE/docs/playground.csv") <("$UL_COMMAND" gen eva-table7 --tasks 12 --seed 1) ||
    complain "docs/playground.csv is not what the generator makes"

# As installed: docs/ and results/ alone, found by where the program stands, and no modules.
mkdir -p bin share/ullage
cp "$UL_COMMAND" bin/ullage
ln -s "$UL_SOURCE/docs" "$UL_SOURCE/results" share/ullage
env -u ULLAGE_WEB bin/ullage site --out plain || complain "no plain site"
walk plain
[ ! -e plain/playground.html ] && grep -q 'scripts/setup wasm' plain/index.html || complain "what a live site wants is not said"

expect() { # TEXT OPTION...: refused with one line
    local text=$1
    shift
    "$UL_COMMAND" site "$@" 2>err && complain "site $*: not refused"
    [ "$(wc -l <err)" -le 2 ] && grep -qF -- "$text" err || complain "site $*: $(cat err)"
}
expect "where to? --out names a folder" --from .
expect "plain: is not empty; choose another --out" --out plain
expect "nowhere: has no docs/README.md and results/" --out new --from nowhere
expect "walk.py/site: cannot be made" --out walk.py/site
ULLAGE_WEB=nowhere expect "ULLAGE_WEB names its folder" --out new
[ ! -e new ] || complain "a site that was refused was begun"
exit $failed
