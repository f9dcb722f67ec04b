// Your turn: the visitor decides, the page counts and, at the end, compares: where the
// optimum lies is not said before, nor what a plan is headed for, which tells as much.
// What can be decided is the kind's game.
function turn(section, world) {
  const board = make("div", { class: "board" });
  const said = make("p", { class: "said", role: "status", id: "turn-said" });
  const most = Math.max(measure ?? 0, ...data.acts.map((act) => act.cost ?? 0)) * 1.15;
  let past = [];
  const play = { world, state: world.start(), selected: -1, remember, say, show, toolbar };

  function remember() {
    past.push(structuredClone(play.state));
  }

  function say(text) {
    said.textContent = text;
  }

  // How the visitor's plan compares with the optimum and with the methods.
  function verdict(cost) {
    const others = data.acts.filter((act) => act.cost !== null)
      .map((act) => `${fullName(act)} pays ${paid(act.cost)}`).join(", ");
    const best = data.best.proved && cost <= data.best.cost * (1 + 1e-9);
    return best
      ? `You pay ${paid(cost)}${data.cost_per}: the optimum, and it is proved. ${others}.`
      : `You pay ${paid(cost)}${data.cost_per}, ${distance(cost)}${meets(cost) ? ", which no plan goes below" : ""}. ${others}.`;
  }

  function toolbar(...more) {
    return make("div", { class: "controls turn-controls", role: "group", "aria-label": "Your tools" },
      ...more,
      make("button", { type: "button", id: "undo", disabled: past.length === 0,
        onclick: () => { play.state = past.pop(); play.selected = -1; say("Taken back."); show(); } }, "Undo"),
      make("button", { type: "button", id: "again",
        onclick: () => { past = []; play.state = world.start(); play.selected = -1; say(""); show(); } }, "Start over"));
  }

  const game = games[data.kind](play);

  function show(focus) {
    const cost = world.cost(play.state);
    const done = game.done();
    board.replaceChildren(game.tools(),
      meter({ cost, most: Math.max(most, cost), label: done ? world.finalLabel : world.label, over: done,
        secret: !done }),
      done ? make("p", { class: "verdict-box", id: "verdict" }, verdict(cost)) : "",
      world.picture(play.state, { ...game.use, selected: play.selected }));
    if (focus) board.querySelector(focus)?.focus();
  }

  section.append(make("p", {}, game.intro), said, board);
  if (data.best.plan !== null)
    section.append(make("details", { class: "answer", id: "answer" },
      make("summary", {}, data.best.proved || meets(data.best.cost) ? "Show the optimum" : "Show the best plan known"),
      make("p", {}, data.best.proved ? `Proved by ${data.best.method}: no plan costs less than ${paid(data.best.cost)}.`
        : meets(data.best.cost) ? `Found by ${data.best.method}, and it meets the floor: no schedule costs less than ${measureText}.`
        : `Found by ${data.best.method} in the time it had; not proved to be the best.`),
      world.picture(world.ofPlan(data.best.plan))));
  show();
}
