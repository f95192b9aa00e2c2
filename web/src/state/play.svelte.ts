/** Putting an action together by clicks. */

import { accepts, actionAlong, actionAt, counted, guess, layable, nameable, nearestPoint, offer, type Choice, type Offer, type Pick } from "../lib/options";
import { answering, concerning } from "../lib/outlook";
import type { OptionGroup, PieceView, Preview, Refusal } from "../lib/types";
import { extended } from "../lib/way";
import { t } from "../i18n";
import { api, Trouble } from "../net/api";
import type { Judged } from "../net/wire";
import { settings } from "./settings.svelte";
import type { Table } from "./table.svelte";

/** How an action begins that says who moves, in the notation of every game. */
const MOVE = "move ";
const NOTHING: Offer = { pieces: new Map(), places: new Map(), points: new Map(), choices: [], action: null };

export class Play {
  verb = $state<string | null>(null);
  picks = $state.raw<Pick[]>([]);
  /** The action that waits for a yes. */
  asking = $state<string | null>(null);
  /** Why it could not be undone; null when the server could not be asked. */
  final = $state<Judged["final"]>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** The place whose stack lies open in the rack. */
  stack = $state<string | null>(null);
  /** The answer that somebody is shown who asked where it is. */
  sought = $state<string | null>(null);
  /** How many, where the question is answered by a number. */
  amount = $state(0);
  /** The way that is being laid by hand: places from where the piece stands, or points of open ground. */
  way = $state.raw<string[]>([]);
  /** Clicks lay the way step by step, as they do with Shift. */
  stepwise = $state(false);

  /** The place that units are put into one after the other, since it was chosen before them. */
  private filled: string | null = null;
  /** What the rules have said about actions since the last change. */
  private readonly judged = new Map<string, Promise<Judged>>();
  private judgedAt = -1;
  /** Counts what the player has set out to do: an answer of the rules to anything earlier comes too late. */
  private intent = 0;

  constructor(readonly table: Table) {}

  get groups(): OptionGroup[] {
    return this.table.mine ? (this.table.doc?.view.ask.options ?? []) : [];
  }

  get free(): OptionGroup[] {
    return this.table.replaying ? [] : (this.table.doc?.view.ask.free ?? []);
  }

  readonly offer: Offer = $derived.by(() => (this.groups.length ? offer(this.groups, this.verb, this.picks) : NOTHING));

  /** The pieces that could be picked now, also before the place that the rules ask for first, or instead of another. */
  readonly nameable = $derived.by(() => nameable(this.groups, this.verb, this.picks.filter((pick) => pick.category !== "piece")));

  readonly layable = $derived.by(() => (this.picks.length ? layable(this.groups, this.verb, this.picks) : null));

  /** Answers that differ in nothing but a number, and the one that is turned up. */
  readonly counted = $derived.by(() => counted(this.offer.choices));
  readonly count = $derived.by((): Choice | null => this.counted[this.amount] ?? null);

  turn(by: number): void {
    this.amount = Math.max(0, Math.min(this.amount + by, this.counted.length - 1));
  }

  /** How many kinds of things could be done with pieces, and whether they also go somewhere: a single one is an answer. */
  readonly deeds = $derived.by(() => {
    const kinds = this.groups.filter((group) => group.kinds?.includes("piece"));
    const goes = kinds.some((group) => (group.kinds?.length ?? 0) > 1);
    return new Set(kinds.map((group) => group.verb)).size + Number(goes);
  });

  /** Is something chosen, or a way asked for that those go who have been chosen before? */
  readonly underWay = $derived.by(() => this.picks.length > 0 || this.leads());

  readonly chosen = $derived.by(() => new Set(this.picks.filter((pick) => pick.category === "piece").map((pick) => pick.value)));

  /** What is foretold of what is being put together. */
  readonly previews: Preview[] = $derived.by(() => {
    const told = this.table.replaying ? [] : (this.table.view?.previews ?? []);
    return concerning(answering(told, this.count?.action ?? null), this.chosen, this.place);
  });

  /** The piece that has been picked last. */
  get piece(): string | null {
    return this.picks.findLast((pick) => pick.category === "piece")?.value ?? null;
  }

  get place(): string | null {
    return this.picks.findLast((pick) => pick.category === "place")?.value ?? null;
  }

  clear(): void {
    this.intent += 1;
    this.verb = null;
    this.picks = [];
    this.asking = null;
    this.refusal = null;
    this.stack = null;
    this.way = [];
    this.amount = 0;
    this.sought = null;
  }

  /** Another question: nothing is chosen yet, but for the place that is being filled, while there is more to put into it. */
  begin(): void {
    const { filled } = this;
    this.clear();
    this.filled = null;
    const pick: Pick | null = filled === null ? null : { category: "place", value: filled };
    if (pick && accepts(this.groups, null, [], pick) && offer(this.groups, null, [pick]).pieces.size) this.picks = [pick];
  }

  /** Is somebody who waits beside the map put into a place that was chosen first? */
  private fills(): string | null {
    const [first, second, ...more] = this.picks;
    if (first?.category !== "place" || second?.category !== "piece" || more.length) return null;
    const { view, speaker } = this.table;
    const there = view?.pieces.some((piece) => piece.id === second.value && (piece.at || speaker?.places.has(piece.place)));
    return there ? null : first.value;
  }

  /** A click on a piece: choose it, or drop the choice, or ask why not. Returns whether it meant something. */
  clickPiece(id: string): void {
    this.refusal = null;
    this.way = [];
    if (this.picks.some((pick) => pick.category === "piece" && pick.value === id)) {
      this.picks = this.picks.filter((pick) => pick.value !== id);
      this.verb = null;
      return;
    }
    const pick: Pick = { category: "piece", value: id };
    if (accepts(this.groups, this.verb, this.picks, pick)) this.add(this.withUnit(pick));
    else if (accepts(this.groups, null, [], pick)) {
      this.verb = null;
      this.picks = [];
      this.add(this.withUnit(pick));
    } else void this.explain(id, null);
  }

  /** Where a figure can do something and its unit something else, a click on the figure offers both. */
  private withUnit(pick: Pick): Pick {
    const unit = this.table.speaker?.unitOf(pick.value) ?? pick.value;
    const both = unit !== pick.value && accepts(this.groups, this.verb, this.picks, { ...pick, value: unit });
    return both ? { ...pick, also: unit } : pick;
  }

  /**
   * Lay the way on to a place: a stage of it, or its end, which the rules then judge. Its end clicked once more is
   * meant as the end.
   */
  async layTo(place: string, stage: boolean): Promise<void> {
    const start = this.table.view?.pieces.find((seen) => seen.id === this.piece)?.place;
    if (!start) return;
    const ends = !stage || (this.way.length > 1 && this.way.at(-1) === place);
    const places = this.table.speaker?.places;
    this.way = extended(this.way.length ? this.way : [start], place, (id) => places?.get(id)?.neighbours ?? []);
    await this.follow(ends);
  }

  /** The same over open ground. */
  async layOver(point: string, stage: boolean): Promise<void> {
    if (this.way.at(-1) !== point) this.way = [...this.way, point];
    await this.follow(!stage);
  }

  private async follow(ends: boolean): Promise<void> {
    const action = actionAlong(this.groups, this.verb, this.picks, this.way);
    if (action === null || !(await this.judge(action)) || !ends) return;
    await this.propose(action, false);
  }

  /** Could an action be aimed at this place, whoever then carries it out? */
  aims(place: string): boolean {
    return accepts(this.groups, this.verb, this.picks, { category: "place", value: place });
  }

  clickPlace(id: string): void {
    this.refusal = null;
    this.way = [];
    if (this.picks.some((pick) => pick.category === "place" && pick.value === id)) {
      this.picks = this.picks.filter((pick) => pick.value !== id);
      return;
    }
    const pick: Pick = { category: "place", value: id };
    if (accepts(this.groups, this.verb, this.picks, pick)) this.add(pick);
    else if (accepts(this.groups, null, [], pick)) {
      this.verb = null;
      this.picks = [];
      this.add(pick);
    } else if (this.piece !== null || this.verb !== null) void this.explain(this.piece, id);
  }

  /** A click on open ground: a listed point close by, or any other that the rules then have to judge. */
  async clickPoint(x: number, y: number, within: number): Promise<void> {
    this.refusal = null;
    const listed = nearestPoint(this.offer.points.keys(), x, y, within);
    if (listed) {
      this.add({ category: "point", value: listed });
      return;
    }
    const action = actionAt(this.groups, this.verb, this.picks, `${Math.round(x)}:${Math.round(y)}`);
    if (action && (await this.judge(action))) this.propose(action, false);
  }

  /**
   * The piece that an option means by a click on this one: itself, or the unit that the figure belongs to. Of the two the
   * one that glows comes first; a second click on a chosen unit means the figure, if that can do something by itself.
   */
  meant(id: string, unit: string): string {
    const picked = (each: string): boolean => this.picks.some((pick) => pick.value === each);
    if (id === unit || picked(id)) return id;
    const fresh = offer(this.groups, null, []).pieces;
    if (picked(unit)) return this.offer.pieces.has(id) || fresh.has(id) ? id : unit;
    for (const pieces of [this.offer.pieces, fresh]) {
      const found = [id, unit].filter((each) => pieces.has(each));
      if (found[0]) return found.find((each) => pieces.get(each)?.minor === false) ?? found[0];
    }
    // Neither can be chosen: where units are asked for, the rules shall say why this unit is none of them.
    return [...fresh.keys()].some((each) => this.table.speaker?.units.has(each)) ? unit : id;
  }

  /** The piece that a drag of this one would move, if any: over open ground or to another place. */
  movable(id: string, unit: string): string | null {
    return [id, unit].find((each) => this.goes(each)) ?? null;
  }

  /** What would be offered if this piece were chosen. */
  after(id: string): Offer {
    return offer(this.groups, null, [{ category: "piece", value: id }]);
  }

  private goes(id: string): boolean {
    const { points, places, action } = this.after(id);
    if (points.size || places.size) return true;
    // Some games ask first who moves, then for the way, while others may still join.
    return action !== null && (action.startsWith(MOVE) || this.leads());
  }

  /** Is a way asked for, whoever goes it? */
  private leads(): boolean {
    return layable(this.groups, null, []) === "path";
  }

  /** A piece is taken up from its place: from now on it is clear where it can go. */
  async lift(piece: string): Promise<void> {
    const { stack } = this;
    this.clear();
    this.stack = stack;
    this.picks = [{ category: "piece", value: piece }];
    const { action } = this.offer;
    if (action !== null) await this.propose(action, false);
  }

  /** What was lifted is put down on a place. */
  dropOn(place: string): void {
    if (this.asking !== null || this.refusal !== null) return;
    if (this.picks.length || this.offer.places.has(place)) this.clickPlace(place);
    else void this.explain(null, place);
  }

  /** A piece was dragged to a point of open ground. */
  async drop(piece: string, x: number, y: number): Promise<void> {
    this.verb = null;
    this.picks = [{ category: "piece", value: piece }];
    await this.clickPoint(x, y, 0);
  }

  choose(choice: Choice): void {
    this.refusal = null;
    if (choice.action === null) {
      this.verb = choice.verb;
      this.join();
    } else void this.propose(choice.action, this.picks.length === 0);
  }

  private add(pick: Pick): void {
    this.picks = [...this.picks, pick];
    const { action } = this.offer;
    if (action !== null) void this.propose(action, this.lookedAt());
    else this.join();
  }

  /**
   * Has a piece been clicked and nothing else, where several kinds of things could have been done with pieces? Whoever
   * only wanted to know what it can do shall not have done the one thing that is left for it.
   */
  private lookedAt(): boolean {
    return this.verb === null && this.deeds > 1 && this.picks.every((pick) => pick.category === "piece");
  }

  /** The only one who can go along, as the player wants, need not be pointed out; unless that already were the action. */
  private join(): void {
    const { pieces, places, points, choices } = this.offer;
    if (this.verb === null || this.piece === null || pieces.size !== 1 || places.size || points.size || choices.length) return;
    const picks = [...this.picks, ...[...pieces.keys()].map((value): Pick => ({ category: "piece", value }))];
    if (offer(this.groups, this.verb, picks).action === null) this.picks = picks;
  }

  /**
   * Play an action; one that could not be undone asks for a yes first. What was pointed out on the map is meant: it only asks
   * when dice fall or something becomes known, not when merely the other side is next.
   */
  async propose(action: string, pressed: boolean): Promise<void> {
    const intent = ++this.intent;
    if (!settings.confirm || this.asking === action) return this.commit(action);
    let final: Judged["final"] = null;
    let sure = !pressed;
    try {
      const found = await this.foresee(action);
      if (intent !== this.intent) return;
      if (!found.ok) {
        this.refusal = found.refusal ?? null;
        return;
      }
      final = found.final ?? null;
      sure = final === null || (final === "turn" && !pressed);
    } catch (error) {
      if (intent !== this.intent) return;
      if (!(error instanceof Trouble && error.passing)) {
        this.object(error);
        return;
      }
    }
    if (sure) return this.commit(action);
    [this.asking, this.final] = [action, final];
  }

  /** What an action would do, as far as one may know; asked once for each position. */
  foresee(action: string): Promise<Judged> {
    const seq = this.table.doc?.seq ?? 0;
    if (seq !== this.judgedAt) this.judged.clear();
    this.judgedAt = seq;
    const known = this.judged.get(action);
    if (known) return known;
    const asked = api.explain(this.table.id, action);
    this.judged.set(action, asked);
    asked.catch(() => this.judged.delete(action));
    return asked;
  }

  /** The action that a click on this place would make, when nothing else were left open. */
  actionTo(place: string): string | null {
    return this.picks.length ? offer(this.groups, this.verb, [...this.picks, { category: "place", value: place }]).action : null;
  }

  /** Play it. The new question, which comes with the next state, begins with nothing chosen. */
  async commit(action: string): Promise<void> {
    const seq = this.table.doc?.seq;
    this.asking = null;
    await this.table.idle();
    if (this.table.doc?.seq !== seq) return; // it was meant for a question that has been answered meanwhile
    this.filled = this.fills();
    try {
      await this.table.act(action);
    } catch (error) {
      this.object(error);
    }
  }

  async undo(): Promise<void> {
    if (this.table.sending) return;
    try {
      await this.table.undo();
    } catch (error) {
      this.object(error);
    }
  }

  /** Why is this not allowed? */
  async explain(piece: string | null, place: string | null): Promise<void> {
    const seen = this.table.view?.pieces.find((each) => each.id === piece);
    const own = seen?.place || null;
    const action = guess(this.groups, this.verb, piece, place) ?? guess(this.groups, this.verb, piece, place ?? own);
    if (action !== null) await this.judge(action);
    else this.refusal = { case: this.table.doc?.view.ask.case ?? "", key: "", params: {}, text: this.notAsked(seen) };
  }

  /** Nothing that is asked now is about this piece; what it is doing may be the reason. */
  private notAsked(piece: PieceView | undefined): string {
    const { speaker } = this.table;
    const status = piece && !piece.hidden ? (piece.statuses ?? []).map((each) => speaker?.word(each)).join(", ") : "";
    const { ask } = this.table.doc?.view ?? {};
    if (!piece || !speaker || !status) return t("prompt.notAsked", { question: (ask && speaker?.say(ask.prompt, ask.params)) ?? "" });
    return t("prompt.notAskedOf", { unit: speaker.piece(speaker.unitOf(piece.id)), status });
  }

  /** Ask the rules about an action; true when they allow it. */
  async judge(action: string): Promise<boolean> {
    try {
      const answer = await this.foresee(action);
      this.refusal = answer.refusal ?? null;
      return answer.ok;
    } catch (error) {
      this.object(error);
      return false;
    }
  }

  object(error: unknown): void {
    if (!(error instanceof Trouble)) throw error;
    this.picks = [];
    this.verb = null;
    this.refusal = error.problem.refusal ?? { case: "", key: "", params: {}, text: error.message };
  }
}
