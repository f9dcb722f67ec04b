// The toy problem: nothing to draw but the cost; no game.
worlds.toy = function (instance) {
  return { start: () => ({ cost: 0 }), ofPlan: (plan) => ({ cost: plan.cost }),
    cost: (state) => state.cost, picture: () => make("div", { class: "toy" }), operations: {},
    label: "so far", finalLabel: "in all", facts: `${instance.wanted} units are wanted` };
};
