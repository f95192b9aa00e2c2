import { describe, expect, it } from "vitest";

import { changed } from "../src/net/change";

describe("a View that follows the one before it", () => {
  const view = { clock: { turn: 1 }, pieces: ["a", "b", "c", "d"], ask: { actor: "red", options: [1] }, previews: [] };

  it("keeps what has not changed", () => {
    const next = changed(view, { in: { clock: { in: { turn: { is: 2 } } } } });
    expect(next).toEqual({ ...view, clock: { turn: 2 } });
    expect(next.pieces).toBe(view.pieces);
  });

  it("keeps, leaves out and puts in elements of a list", () => {
    const next = changed(view, { in: { pieces: { list: [1, -1, ["x", "y"], 2] } } });
    expect(next.pieces).toEqual(["a", "x", "y", "c", "d"]);
    expect(changed(["a", "b"], { list: [] })).toEqual([]);
  });

  it("loses keys that are gone and gains new ones", () => {
    const next = changed(view, { in: { ask: { in: { free: { is: [] } }, gone: ["options"] } } });
    expect(next.ask).toEqual({ actor: "red", free: [] });
  });
});
