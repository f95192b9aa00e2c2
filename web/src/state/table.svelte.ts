/** One game as this browser sees it: documents, live updates, log, replay. Knows no game. */

import { rollOf } from "../lib/battle";
import { HitTester } from "../lib/geometry";
import { mergeEntries, sinceOwn, standing } from "../lib/log";
import { stepsAfter, type Step } from "../lib/reel";
import { Speaker } from "../lib/texts";
import type { Board, View } from "../lib/types";
import { api, Trouble } from "../net/api";
import { changed } from "../net/change";
import { backoff, Live, type Message } from "../net/live";
import { partOf } from "../net/share";
import type { Acted, ChatLine, Entry, GameInfo, StateDoc, Thinking } from "../net/wire";
import { Reel } from "./reel.svelte";
import { paceOfOthers, recall, remember } from "./settings.svelte";

const POLL = 3_000;
/** How long the socket may take to bring what an action has done, before it is asked for. */
const ARRIVAL = 2_000;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export class Table {
  game = $state.raw<GameInfo | null>(null);
  board = $state.raw<Board | null>(null);
  speaker = $state.raw<Speaker | null>(null);
  hits = $state.raw<HitTester | null>(null);
  doc = $state.raw<StateDoc | null>(null);
  past = $state.raw<StateDoc | null>(null);
  entries = $state.raw<Entry[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  up = $state(true);
  /** The connection has been away long enough to say so. */
  worried = $state(false);
  problem = $state<string | null>(null);
  sending = $state(false);
  /** Sequence number up to which the player had looked when the page was opened. */
  seen = $state(0);
  /** Sequence number at which the player came (back) to the page. */
  arrived = $state(0);
  openHands = $state(false);
  /** Dice have fallen with the last action before the hand-over: whoever rolled them looks at the result first. */
  lingers = $state(false);
  /** A bot that has been thinking for a while. */
  thinking = $state.raw<Thinking | null>(null);
  /** What others do is shown step by step. */
  readonly reel: Reel;

  private readonly live: Live;
  private readonly pages = new Map<string, Promise<StateDoc>>();
  private worry: ReturnType<typeof setTimeout> | undefined;
  private polling: ReturnType<typeof setInterval> | undefined;
  private readonly shown = new Set<string>();
  private logged = true;
  private reading = false;
  private wantedSide: string | null;
  private wantedAt: number | null = null;

  constructor(
    readonly id: string,
    side: string | null,
  ) {
    this.wantedSide = side;
    this.openHands = recall<boolean>(`shapan.open.${id}`, false);
    this.reel = new Reel({ page: (ply) => this.page(ply), pace: paceOfOthers });
    this.live = new Live(id, {
      since: () => ({ seq: this.doc?.seq ?? null, side: this.doc?.side ?? this.wantedSide }),
      receive: (message) => this.receive(message),
      connected: (up) => this.connected(up),
    });
  }

  /** The View on the table: the present one, or an earlier one while replaying or watching others. */
  get view(): View | null {
    return (this.past ?? this.reel.frame ?? this.doc)?.view ?? null;
  }

  /** The log as far as it has been shown. */
  get told(): Entry[] {
    return this.reel.running && !this.past ? this.entries.filter((entry) => entry.seq <= this.reel.told) : this.entries;
  }

  get side(): string {
    return this.doc?.side ?? "spectator";
  }

  get replaying(): boolean {
    return this.past !== null;
  }

  /** The side that has to take the device, when its board must not be shown yet. */
  get curtain(): string | null {
    return this.doc?.handover && !this.openHands && !this.lingers ? this.doc.handover : null;
  }

  get mine(): boolean {
    return !this.past && !this.reel.running && !!this.doc && this.doc.you.includes(this.side) && this.doc.view.ask.actor === this.side;
  }

  /** What the log strikes out because it was taken back. */
  get standing(): Set<number> {
    return standing(this.entries);
  }

  /** Open the table, at an earlier moment if the address names one: then nothing later is shown before. */
  async open(at: number | null = null): Promise<void> {
    try {
      const [game, doc] = await Promise.all([api.game(this.id), this.firstView()]);
      this.know(game);
      this.thinking = game.thinking ?? null;
      const board = await api.board(game.title, game.scenario, game.data_version);
      this.take(doc);
      this.seen = recall<number>(this.lookedAt, 0);
      this.arrived = doc.seq;
      if (at !== null) await this.goTo(at);
      this.speaker = new Speaker(board);
      this.hits = new HitTester(board);
      this.board = board;
      this.live.open();
      if (game.you.length) void this.readChat();
      await this.readLog();
    } catch (error) {
      this.problem = error instanceof Trouble ? error.message : String(error);
    }
  }

  /** The side of the address if we may look through it, otherwise the one that the server proposes. */
  private async firstView(): Promise<StateDoc> {
    try {
      return await api.view(this.id, this.wantedSide);
    } catch (error) {
      if (this.wantedSide === null || !(error instanceof Trouble) || error.passing) throw error;
      this.wantedSide = null;
      return api.view(this.id, null);
    }
  }

  close(): void {
    this.live.close();
    this.reel.skip();
    clearTimeout(this.worry);
    clearInterval(this.polling);
    if (this.doc) remember(this.lookedAt, this.doc.seq);
  }

  /** Where this browser notes how far the side that it looks through has seen the game: each side counts for itself. */
  private get lookedAt(): string {
    return `shapan.seen.${this.id}.${this.side}`;
  }

  /** Everything up to now has been looked at. */
  markSeen(): void {
    if (!this.doc) return;
    this.seen = this.doc.seq;
    remember(this.lookedAt, this.seen);
  }

  // --- what comes in ---------------------------------------------------------------------------

  private receive(message: Message): void {
    switch (message.t) {
      case "state":
        if (message.side !== this.side) this.entries = [];
        this.doc = null; // whatever we had: this is where the server stands, and how it counts
        this.know(message.game);
        this.thinking = message.game.thinking ?? null;
        this.take(message);
        void this.readLog();
        break;
      case "patch":
        this.patch(message);
        break;
      case "game":
        this.know(message.game);
        this.thinking = message.game.thinking ?? null;
        break;
      case "thinking":
        this.thinking = message;
        break;
      case "presence":
        this.present(message.online, message.watchers);
        break;
      case "chat":
        if (!this.chat.some((line) => line.n === message.n)) {
          this.chat = [...this.chat, message];
          this.unread += 1;
        }
        break;
      case "over":
        this.pages.clear(); // nothing is hidden any more, and everybody counts everything
        void this.refreshGame();
        void this.readLog();
        break;
      default:
        break;
    }
  }

  private patch(message: Extract<Message, { t: "patch" }>): void {
    const have = this.doc?.seq ?? 0;
    if (message.from > have) this.live.hello();
    else if (message.side === this.side) {
      this.thinking = null;
      this.entries = mergeEntries(this.entries, message.entries);
      this.linger(message.entries);
      this.stage(message.entries);
      if ("view" in message) {
        if (message.seq >= have) this.take(message);
      } else if (message.from === have && this.doc) {
        const { change, ...rest } = message;
        this.take({ ...rest, view: changed(this.doc.view, change) });
      } else if (message.seq > have) this.live.look(this.side); // not what we have: the whole, please
    }
  }

  /** Let the player watch what others have just done, rather than find it done. */
  private stage(news: readonly Entry[]): void {
    if (news.some((entry) => entry.kind === "back")) {
      this.pages.clear();
      this.reel.skip();
    } else if (this.doc?.you.length && !this.past && !document.hidden) {
      this.reel.feed(this.doc, this.stepsOfOthers(this.doc.seq));
    }
  }

  private linger(news: readonly Entry[]): void {
    if (rollOf(news.flatMap((entry) => entry.events))) this.lingers = true;
  }

  private stepsOfOthers(after: number): Step[] {
    const own = this.openHands ? (this.doc?.you ?? []) : [this.side];
    return stepsAfter(this.entries, after, this.standing, own);
  }

  /** What others did between two visits, step by step. */
  async showSince(seq: number): Promise<void> {
    await this.reel.show(this.stepsOfOthers(seq));
  }

  private take(doc: StateDoc): void {
    if (this.doc && doc.side === this.doc.side && doc.seq < this.doc.seq) return;
    this.doc = doc;
    if (!doc.handover) this.lingers = false;
    this.follow(doc);
    if (doc.view.ask.actor === doc.side) this.reel.rewind();
    if (doc.handover && this.openHands) void this.look(doc.handover);
  }

  private present(online: Record<string, boolean>, watchers: number): void {
    if (!this.game) return;
    const seats = this.game.seats.map((seat) => ({ ...seat, online: online[seat.side] ?? seat.online }));
    this.game = { ...this.game, seats, watchers };
  }

  /** What the state says of the game itself; whatever else changes is told by a message of its own. */
  private follow(doc: StateDoc): void {
    if (!this.game || (this.game.side === doc.side && doc.seq < (this.game.seq ?? 0))) return;
    const { seq, ply, can, view } = doc;
    const [actor, turn] = [view.ask.actor, view.clock.turn];
    const same = this.game.actor === actor && this.game.turn === turn && JSON.stringify(this.game.can) === JSON.stringify(can);
    if (!same) this.game = { ...this.game, side: doc.side, seq, ply, can, actor, turn };
  }

  async refreshGame(): Promise<void> {
    try {
      const game = await api.game(this.id, this.doc?.side ?? null);
      if (this.know(game)) this.thinking = game.thinking ?? null;
    } catch {
      // The live connection will bring it when the server is back.
    }
  }

  /** The whole log of the side we look through. If the server goes away meanwhile, it is read when it is back. */
  private async readLog(): Promise<void> {
    const side = this.side;
    [this.logged, this.reading] = [false, true];
    try {
      const found: Entry[] = [];
      let since: number | null = 0;
      while (since !== null) {
        const answer: Awaited<ReturnType<typeof api.events>> = await api.events(this.id, side, since);
        found.push(...answer.entries);
        since = answer.next;
      }
      if (side !== this.side) return;
      const last = found.at(-1)?.seq ?? 0; // what is older was perhaps counted otherwise
      this.entries = mergeEntries(
        found,
        this.entries.filter((entry) => entry.seq > last),
      );
      this.logged = true;
    } catch (error) {
      if (!(error instanceof Trouble && error.passing)) throw error;
    } finally {
      this.reading = false;
    }
  }

  private async readChat(): Promise<void> {
    try {
      this.chat = (await api.chat(this.id)).chat;
    } catch {
      // Chat is not needed to play.
    }
  }

  // --- the connection --------------------------------------------------------------------------

  private connected(up: boolean): void {
    clearTimeout(this.worry);
    this.up = up;
    if (up) {
      if (!this.logged && !this.reading) void this.readLog();
      this.worried = false;
      clearInterval(this.polling);
      this.polling = undefined;
    } else {
      this.worry = setTimeout(() => (this.worried = true), 2_000);
      this.polling ??= setInterval(() => void this.poll(), POLL);
    }
  }

  /** Without a socket the same is had by asking. */
  private async poll(): Promise<void> {
    try {
      const doc = await api.view(this.id, this.side === "spectator" ? null : this.side);
      this.worried = false;
      this.live.nudge();
      if (doc.seq === this.doc?.seq) return;
      const seen = this.doc?.seq ?? 0;
      await this.readLog();
      this.stage(this.entries.filter((entry) => entry.seq > seen));
      this.take(doc);
      await this.refreshGame();
    } catch {
      this.worried = true;
    }
  }

  // --- what the player does --------------------------------------------------------------------

  /**
   * Send an action until the server has answered. The same `cid` makes a second try harmless, so a connection that breaks
   * or a server that restarts in between loses nothing and plays nothing twice.
   */
  async act(action: string): Promise<void> {
    const seq = this.doc?.seq ?? 0;
    const cid = crypto.randomUUID();
    const side = this.side === "spectator" ? null : this.side;
    await this.insist(() => api.act(this.id, action, seq, cid, side, this.up));
  }

  async undo(): Promise<void> {
    const seq = this.doc?.seq ?? 0;
    await this.insist(() => api.undo(this.id, seq, this.side));
  }

  /** A game document has come; an answer that was overtaken by live news is older than what is known, and is dropped. */
  know(game: GameInfo): boolean {
    if (this.game && game.updated < this.game.updated) return false;
    if (this.game && game.side === this.doc?.side && (game.seq ?? 0) < (this.doc?.seq ?? 0)) return false;
    this.game = game;
    if (game.sharing && game.status === "running") void this.showPart(game);
    for (const side of game.awaited) if (game.you.includes(side)) void this.arrive(side);
    return true;
  }

  /** A rematch waits for its players: this one has come, and adds to the seed of the dice too. */
  private async arrive(side: string): Promise<void> {
    if (this.shown.has(side)) return;
    this.shown.add(side);
    try {
      this.know(await api.join(this.id, { side }));
    } catch {
      this.shown.delete(side); // the next document of the game brings another chance
    }
  }

  /** Everybody has sat down: what this browser adds to the seed of the dice is shown. */
  private async showPart(game: GameInfo): Promise<void> {
    for (const share of game.shares) {
      const part = share.part || this.shown.has(share.commitment) ? null : partOf(share.commitment);
      if (part === null) continue;
      this.shown.add(share.commitment);
      try {
        this.know(await api.showPart(this.id, part));
      } catch {
        this.shown.delete(share.commitment); // the next document of the game brings another chance, and nobody waits for ever
      }
    }
  }

  async answerTakeback(agree: boolean): Promise<void> {
    await this.insist(() => api.answerTakeback(this.id, agree));
  }

  async resign(side: string): Promise<void> {
    await this.insist(() => api.resign(this.id, side));
  }

  /** Wait until nothing is under way: the socket may have brought the next question before the answer to an action came. */
  async idle(): Promise<void> {
    while (this.sending) await pause(10);
  }

  private async insist(attempt: () => Promise<Acted>): Promise<void> {
    this.sending = true;
    try {
      for (let tries = 0; ; tries++) {
        try {
          await this.acted(await attempt());
          return;
        } catch (error) {
          if (!(error instanceof Trouble)) throw error;
          if (error.problem.state) this.take(error.problem.state);
          if (!error.passing) throw error;
          this.worried = tries > 1;
          await pause(backoff(Math.min(tries, 3)));
        }
      }
    } finally {
      this.sending = false;
    }
  }

  private async acted(answer: Acted): Promise<void> {
    this.entries = mergeEntries(this.entries, answer.entries);
    if (answer.state) {
      this.linger(answer.entries);
      this.take(answer.state);
    } else if (!(await this.reached(answer.seq))) this.take(await api.view(this.id, this.side));
    this.markSeen();
  }

  /** Wait for the socket to bring the state up to an entry; false if it does not. */
  private async reached(seq: number): Promise<boolean> {
    for (const until = Date.now() + ARRIVAL; Date.now() < until; await pause(10)) if ((this.doc?.seq ?? 0) >= seq) return true;
    return false;
  }

  /** Look through another side: after the hand-over, or after the end. */
  async look(side: string): Promise<void> {
    const doc = await api.view(this.id, side);
    const handedOver = this.doc?.handover === side && !this.openHands;
    this.pages.clear();
    this.reel.skip();
    this.past = null;
    this.entries = [];
    this.doc = doc;
    this.seen = recall<number>(this.lookedAt, 0);
    this.live.look(side);
    await this.readLog();
    if (this.wantedAt !== null) await this.goTo(this.wantedAt);
    else if (handedOver && paceOfOthers()) {
      const [first] = sinceOwn(this.entries, [side], this.standing);
      if (first) await this.showSince(first.seq - 1);
    }
  }

  playOpenly(): void {
    this.openHands = true;
    remember(`shapan.open.${this.id}`, true);
    if (this.doc?.handover) void this.look(this.doc.handover);
  }

  // --- replay ----------------------------------------------------------------------------------

  /** Show the position after `at` actions; null returns to the present. */
  async goTo(at: number | null): Promise<void> {
    this.wantedAt = at;
    if (at === null || !this.doc) {
      this.past = null;
      return;
    }
    this.reel.skip();
    const page = await this.page(Math.max(0, Math.min(at, this.doc.ply)));
    if (this.wantedAt === at) this.past = page;
  }

  /** What the side that we look through knew after so many actions. */
  private page(ply: number): Promise<StateDoc> {
    const key = `${this.side}.${ply}`;
    const known = this.pages.get(key);
    if (known) return known;
    const page = api.view(this.id, this.side, ply);
    this.pages.set(key, page);
    page.catch(() => this.pages.delete(key));
    return page;
  }
}
