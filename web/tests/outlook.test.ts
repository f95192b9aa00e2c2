import { describe, expect, it } from "vitest";

import { answering, average, certain, concerning, outlook, percents, risky } from "../src/lib/outlook";
import type { Chance, Preview } from "../src/lib/types";

const chance = (numerator: number, yours?: number, theirs?: number): Chance => ({ key: "chance.losses", numerator, denominator: 6, ...(yours === undefined ? {} : { yours, theirs }) }) as Chance;

describe("previews of several answers", () => {
  const of = (answer: string): Preview => ({ title: answer, factors: [], answer });

  it("tell about the one that is meant, or else about the first, and whatever holds for all", () => {
    const all = [of("resolve 0"), of("resolve 1"), of("")];
    expect(answering(all, "resolve 1").map(({ title }) => title)).toEqual(["resolve 1", ""]);
    expect(answering(all, null).map(({ title }) => title)).toEqual(["resolve 0", ""]);
  });
});

describe("the outlook of an attack", () => {
  it("tells what both sides lose on average, and the risk of losing more", () => {
    const found = outlook([chance(1, 1, 2), chance(1, 2, 2), chance(1, 2, 1), chance(2, 3, 1), chance(1, 4, 0)]);
    expect(found && [average(found.yours), average(found.theirs)]).toEqual(["2.5", "1.2"]);
    expect(found && risky(found)).toBe(true);
  });

  it("says so plainly where every roll costs more than it brings, and not before", () => {
    const of = (...chances: Chance[]): boolean => {
      const found = outlook(chances);
      return found !== null && certain(found);
    };
    expect([of(chance(2, 2, 1), chance(2, 3, 1), chance(2, 4, 0)), of(chance(5, 3, 1), chance(1, 1, 1))]).toEqual([true, false]);
  });

  it("is silent where losses are not what is asked", () => {
    expect(outlook([chance(2), chance(4)])).toBeNull();
    expect(outlook([])).toBeNull();
  });

  it("is that of the pieces that are chosen, if it is theirs", () => {
    const of = (unit: string): Preview => ({ title: "preview.shot", factors: [], params: { unit } });
    const all = [of("us1"), of("us2"), of("us1")];
    expect(concerning(all, new Set(["us2"]))).toEqual([all[1]]);
    expect(concerning(all, new Set(["cn1"]))).toEqual(all);
  });

  it("of a card is told once the card is chosen, and then of the place that is chosen with it", () => {
    const of = (piece: string, target: string): Preview => ({ title: "preview.call", factors: [], params: { piece, target } });
    const all = [of("J-HA", "G"), of("J-HA", "H"), of("J-BS", "G")];
    expect(concerning(all, new Set())).toEqual([]);
    expect(concerning(all, new Set(["J-HA"]))).toEqual([all[0], all[1]]);
    expect(concerning(all, new Set(["J-HA"]), "H")).toEqual([all[1]]);
    expect(concerning(all, new Set(["J-HA"]), "M")).toEqual([all[0], all[1]]);
  });

  it("gives whole per cents that add up", () => {
    expect(percents([chance(1), chance(1), chance(1), chance(3)]).reduce((sum, each) => sum + each, 0)).toBe(100);
    expect(percents([chance(3)])).toEqual([50]);
  });
});
