import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

/**
 * A key that occurs twice stops the page. A list is therefore keyed by the position in it, or by one of these: what a
 * document of the server holds once, keys of a map or members of a set, and lists that stand in the client.
 */
const UNIQUE = new Set([
  ...["id", "piece.id", "spot.piece.id", "ribbon.unit", "target.id", "layer.id", "side.id", "game.id", "title.id", "each.id", "bot.id"],
  ...["scenario.id", "option.id", "answer.id", "rule.id", "chart.id", "ledger.id", "box.id", "box.turn", "line.n", "seat.side", "share.side"],
  ...["answer === counted ? COUNTED : answer.id", "`${ref.kind} ${ref.id}`"],
  ...["point", "place", "piece", "edge", "key", "name", "side", "value", "kind.kind"],
  ...["theme", "pace", "what", "ms", "each"],
]);
const EACH = /\{#each ([^\n]*?) as ([^\n]*?) \(([^\n]*?)\)\}/g;

/** The keys of all lists in a component that are neither the position nor known to be unique. */
const doubtful = (source: string): string[] =>
  [...source.matchAll(EACH)].flatMap(([whole, , item = "", key = ""]) => {
    const position = /, (\w+)$/.exec(item)?.[1];
    return key === position || UNIQUE.has(key) ? [] : [whole];
  });

describe("keys of lists", () => {
  it("are positions, or ids that occur once", () => {
    const root = join(import.meta.dirname, "../src");
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".svelte"));
    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap((file) => doubtful(readFileSync(join(root, file), "utf8")).map((each) => `${file}: ${each}`))).toEqual([]);
  });

  it("are not what is written on a thing", () => {
    expect(doubtful("{#each rows as row (row.label)}{#each rows as { key, word } (word + key)}")).toHaveLength(2);
    expect(doubtful("{#each rows as row, at (at)}{#each rows as row (row)}")).toEqual(["{#each rows as row (row)}"]);
  });
});
