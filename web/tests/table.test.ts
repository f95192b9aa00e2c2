import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { act, browser, game, serve, Socket, state } from "./desk";

browser();
vi.stubGlobal("WebSocket", Socket);
const { Table } = await import("../src/state/table.svelte");
const { committed } = await import("../src/net/share");
const { settings } = await import("../src/state/settings.svelte");

type ATable = InstanceType<typeof Table>;
const LOG = { seq: 3, entries: [act(1, "red"), act(2, "dice"), act(3, "red")], next: null };

describe("a table", () => {
  let table: ATable;
  let asked: string[];

  async function open(more: Record<string, object> = {}): Promise<void> {
    asked = serve({ "/games/abcdefgh": game(), "/view": state(3, "red"), "&limit=500": LOG, ...more });
    table = new Table("abcdefgh", null);
    await table.open();
    Socket.last.onopen();
  }

  beforeEach(() => {
    vi.useFakeTimers();
    settings.pace = "instant";
  });
  afterEach(() => {
    table.close();
    vi.useRealTimers();
  });

  it("opens with the view, the log and where to resume", async () => {
    await open();
    expect([table.doc?.seq, table.entries.length, table.mine]).toEqual([3, 3, true]);
    expect(Socket.last.sent).toEqual([{ t: "hello", proto: 1, deltas: true, since: 3, side: "red" }]);
  });

  it("takes a patch and forgets that a bot was thinking", async () => {
    await open();
    Socket.last.hear({ t: "thinking", side: "blue", seconds: 2, fraction: 0.5 });
    expect(table.thinking?.fraction).toBe(0.5);
    Socket.last.hear({ t: "patch", from: 3, ...state(4, "blue"), entries: [act(4, "blue")] });
    expect([table.doc?.seq, table.entries.length, table.thinking]).toEqual([4, 4, null]);
    expect(table.mine).toBe(false);
  });

  it("follows the View that it has by differences, and asks for the whole when it has another one", async () => {
    await open();
    const { view, ...rest } = state(4, "blue");
    const change = { in: { ask: { is: view.ask }, clock: { in: { turn: { is: 2 } } } } };
    Socket.last.hear({ t: "patch", from: 3, ...rest, entries: [act(4, "blue")], change });
    expect([table.doc?.seq, table.view?.clock.turn, table.game?.turn, table.mine]).toEqual([4, 2, 2, false]);
    Socket.last.hear({ t: "patch", from: 2, ...rest, seq: 5, entries: [], change });
    expect([table.doc?.seq, Socket.last.sent.at(-1)]).toEqual([4, { t: "look", side: "red" }]);
  });

  it("takes the state of a server that counts otherwise, and reads the log anew", async () => {
    await open();
    serve({ "&limit=500": { seq: 2, entries: [act(1, "red"), act(2, "blue")], next: null } });
    Socket.last.hear({ t: "state", ...state(2, "blue"), game: game() });
    await vi.advanceTimersByTimeAsync(20);
    expect([table.doc?.seq, table.entries[1]?.author]).toEqual([2, "blue"]);
  });

  it("counts everything once the game is over", async () => {
    await open();
    Socket.last.hear({ t: "patch", from: 3, ...state(9, "nobody"), entries: [act(8, "blue"), act(9, "red")] });
    expect(table.entries.length).toBe(5);
    const all = Array.from({ length: 9 }, (_, at) => act(at + 1, "blue"));
    serve({ "/games/abcdefgh": game(), "&limit=500": { seq: 9, entries: all, next: null } });
    Socket.last.hear({ t: "over" });
    await vi.advanceTimersByTimeAsync(20);
    expect(table.entries.map((entry) => [entry.seq, entry.author])).toEqual(all.map((entry) => [entry.seq, "blue"]));
  });

  it("leaves the state after an action to the socket, and asks for nothing", async () => {
    await open({ "/actions?side=red&live=true": { seq: 4, ply: 4, entries: [act(4, "red")] } });
    const before = asked.length;
    const done = table.act("pass");
    await vi.advanceTimersByTimeAsync(20);
    Socket.last.hear({ t: "patch", from: 3, ...state(4, "blue"), entries: [act(4, "red")] });
    await vi.advanceTimersByTimeAsync(20);
    await done;
    expect([table.doc?.seq, table.sending, asked.length - before]).toEqual([4, false, 1]);
  });

  it("shows its part of the seed once everybody sits, once, and no part of anybody else", async () => {
    const { share = "" } = await committed();
    const shares = [{ side: "red", commitment: share, part: null }, { side: "blue", commitment: "b".repeat(64), part: null }];
    await open({ "/games/abcdefgh": { ...game(), status: "waiting", sharing: true, shares }, "/share": { ...game(), sharing: true, shares } });
    const shown = (): number => asked.filter((path) => path.endsWith("/share")).length;
    expect(shown()).toBe(0);
    for (let news = 0; news < 2; news += 1) Socket.last.hear({ t: "game", game: { ...game(), status: "running", sharing: true, shares } });
    await vi.advanceTimersByTimeAsync(20);
    expect(shown()).toBe(1);
  });

  it("comes to a rematch that waits for it, once, and speaks for nobody else", async () => {
    const waits = { ...game(), status: "waiting", sharing: true, shares: [], awaited: ["red"] };
    await open({ "/games/abcdefgh": { ...waits, awaited: ["blue"] }, "/join": { ...waits, awaited: [] } });
    const joined = (): number => asked.filter((path) => path.endsWith("/join")).length;
    expect(joined()).toBe(0);
    for (let news = 0; news < 2; news += 1) Socket.last.hear({ t: "game", game: waits });
    await vi.waitFor(() => expect(joined()).toBe(1)); // to seal a part is the browser's own work
  });

  it("drops a game document that live news has overtaken", async () => {
    await open();
    Socket.last.hear({ t: "game", game: { ...game(), updated: "2026-01-01T00:00:02.000Z", takeback: { side: "blue", to: 2, known: false } } });
    expect(table.know({ ...game(), updated: "2026-01-01T00:00:01.000Z" } as never)).toBe(false);
    expect(table.game?.takeback?.to).toBe(2);
    expect(table.know({ ...game(), updated: "2026-01-01T00:00:03.000Z" } as never)).toBe(true);
    expect(table.game?.takeback).toBeFalsy();
  });

  it("asks again when a patch does not follow on what it has, and ignores an older one", async () => {
    await open();
    Socket.last.hear({ t: "patch", from: 7, ...state(8, "red"), entries: [] });
    expect(table.doc?.seq).toBe(3);
    expect(Socket.last.sent.at(-1)).toMatchObject({ t: "hello", since: 3 });
    Socket.last.hear({ t: "patch", from: 0, ...state(2, "red"), entries: [] });
    expect(table.doc?.seq).toBe(3);
  });

  it("lets others act on the stage and the log follow, unless the player looks elsewhere", async () => {
    await open({ "&at=4": state(4, "blue", { at: 4 }) });
    settings.pace = "normal";
    const entries = [act(4, "blue"), act(5, "blue", { action: "attack" })];
    Socket.last.hear({ t: "patch", from: 3, ...state(5, "red"), entries });
    expect([table.reel.running, table.mine, table.told.length]).toEqual([true, false, 3]);
    await vi.advanceTimersByTimeAsync(250);
    expect([table.told.length, table.view]).toEqual([4, expect.anything()]);
    table.reel.skip();
    expect([table.mine, table.told.length]).toEqual([true, 5]);
    vi.stubGlobal("document", { hidden: true });
    Socket.last.hear({ t: "patch", from: 5, ...state(7, "red"), entries: [act(6, "blue"), act(7, "blue")] });
    expect(table.reel.running).toBe(false);
    vi.stubGlobal("document", { hidden: false });
  });

  it("shows earlier positions, and asks for them anew after a take-back", async () => {
    await open({ "at=2": state(3, "blue", { at: 2 }) });
    await table.goTo(2);
    expect([table.replaying, table.past?.at, table.mine]).toEqual([true, 2, false]);
    await table.goTo(null);
    expect(table.replaying).toBe(false);
    const before = asked.filter((path) => path.endsWith("at=2")).length;
    await table.goTo(2);
    expect(asked.filter((path) => path.endsWith("at=2"))).toHaveLength(before);
    await table.goTo(null);
    Socket.last.hear({ t: "patch", from: 3, ...state(4, "red", { ply: 2 }), entries: [act(4, "blue", { kind: "back", ply: 2 })] });
    expect([...table.standing]).toEqual([1, 2]);
    await table.goTo(2);
    expect(asked.filter((path) => path.endsWith("at=2"))).toHaveLength(before + 1);
  });

  it("sends an action again under the same name until the server answers", async () => {
    const tries: unknown[] = [];
    await open({
      "/actions?side=red&live=true": ((body: Record<string, unknown>) => {
        tries.push(body["cid"]);
        return tries.length < 3
          ? { type: "/problems/busy", title: "Not now", status: 503 }
          : { seq: 4, ply: 4, entries: [act(4, "red")], state: state(4, "blue") };
      }) as never,
    });
    const done = table.act("pass");
    await vi.advanceTimersByTimeAsync(20_000);
    await done;
    expect([tries.length, new Set(tries).size, table.doc?.seq, table.sending]).toEqual([3, 1, 4, false]);
  });

  it("polls while the socket is away, and says so after two seconds", async () => {
    await open();
    Socket.last.readyState = Socket.CLOSED;
    Socket.last.onclose({ code: 1006 });
    expect(table.up).toBe(false);
    serve({ "/games/abcdefgh": game(), "side=red": state(5, "red"), "&limit=500": { ...LOG, entries: [...LOG.entries, act(4, "blue"), act(5, "blue")] } });
    await vi.advanceTimersByTimeAsync(2_500);
    expect(table.worried).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([table.doc?.seq, table.worried, table.entries.length]).toEqual([5, false, 5]);
  });

  it("covers the board between two players of one screen until it is handed over", async () => {
    await open({ "/view": state(3, "blue", { you: ["red", "blue"], handover: "blue" }), "side=blue": state(3, "blue", { side: "blue", you: ["red", "blue"] }) });
    expect([table.curtain, table.mine]).toEqual(["blue", false]);
    await table.look("blue");
    expect([table.curtain, table.side, table.mine]).toEqual([null, "blue", true]);
    expect(Socket.last.sent.at(-1)).toEqual({ t: "look", side: "blue" });
  });

  it("lets whoever rolled the last dice see them before the board is covered", async () => {
    const both = { you: ["red", "blue"] };
    const rolled = act(4, "dice", { events: [{ case: "9", key: "event.rolled", params: { die: 5 } }] });
    await open({ "/view": state(3, "red", both) });
    Socket.last.hear({ t: "patch", from: 3, ...state(4, "red", both), entries: [rolled] });
    Socket.last.hear({ t: "patch", from: 4, ...state(5, "blue", { ...both, handover: "blue" }), entries: [act(5, "red")] });
    expect([table.curtain, table.lingers]).toEqual(["blue", false]);
    Socket.last.hear({ t: "patch", from: 5, ...state(6, "blue", { ...both, handover: "blue" }), entries: [{ ...rolled, seq: 6 }] });
    expect([table.curtain, table.lingers]).toEqual([null, true]);
    table.lingers = false;
    expect(table.curtain).toBe("blue");
  });

  it("says what went wrong when there is no such game", async () => {
    serve({});
    table = new Table("nowhere2", null);
    await table.open();
    expect(table.problem).toBe("Not found");
  });
});
