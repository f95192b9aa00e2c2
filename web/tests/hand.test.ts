import { describe, expect, it } from "vitest";

import { Hand } from "../src/state/hand.svelte";

describe("a hand over open ground", () => {
  it("moves a dragged unit by the way of the pointer, from where its reach is drawn", () => {
    const hand = new Hand();
    hand.grab("squad", [100, 100]);
    hand.drag([150, 100]);
    expect(hand.to?.at).toEqual([150, 100]);
    hand.anchor([80, 90]);
    expect(hand.to?.at).toEqual([130, 90]);
    hand.drag([100, 200]);
    expect(hand.to?.at).toEqual([80, 190]);
    hand.open();
    expect(hand.busy).toBe(false);
  });

  it("lays a tape and puts it away", () => {
    const hand = new Hand();
    hand.take();
    hand.lay({ at: [0, 0], radius: 0 });
    hand.stretch({ at: [10, 0], radius: 2 });
    expect([hand.tape, hand.from?.at, hand.to?.at]).toEqual([true, [0, 0], [10, 0]]);
    hand.take();
    expect([hand.tape, hand.from]).toEqual([false, null]);
  });
});
