import { describe, expect, it } from "vitest";

import { browser } from "./desk";

browser();
const { committed, partOf, seal } = await import("../src/net/share");

describe("what a browser adds to the seed of the dice", () => {
  it("is sealed as the server and every record expect it", async () => {
    expect(await seal(new Uint8Array(32).fill(1))).toBe("a72bbbef3f9e063580dc5de1db8ea4d415afed3daa0f6620ef79b2e2040dd7e9");
  });

  it("is kept here until it is shown, and is another one each time", async () => {
    const { share = "" } = await committed();
    const part = partOf(share) ?? "";
    expect(part).toMatch(/^[0-9a-f]{64}$/);
    const bytes = new Uint8Array((part.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
    expect(await seal(bytes)).toBe(share);
    expect((await committed()).share).not.toBe(share);
    expect(partOf("0".repeat(64))).toBeNull();
  });
});
