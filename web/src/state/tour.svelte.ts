/** The first turn of a game, guided: five real actions, each as the game's own officer would have it. */

import type { Advice } from "../net/wire";
import { api, Trouble } from "../net/api";
import type { Play } from "./play.svelte";
import { recall, remember, settings } from "./settings.svelte";

/** How many actions are guided. */
export const STEPS = 5;
const KEY = "shapan.met";

export class Tour {
  /** Whether the opening card lies on the table. */
  card = $state(false);
  running = $state(false);
  /** How many actions have been taken since the tour began. */
  done = $state(0);
  advice = $state.raw<Advice | null>(null);
  /** Whether the step is shown on the map. */
  shown = $state(false);
  private adviceAt = -1;
  private began = -1;

  constructor(private readonly play: Play) {}

  /** The player has come to a game: who has not met it from this side is given its card. */
  meet(title: string, side: string): void {
    const met = recall<string[]>(KEY, []);
    const name = `${title}/${side}`;
    if (settings.guided || met.includes(name)) return;
    remember(KEY, [...met, name]);
    this.card = true;
  }

  begin(): void {
    this.card = false;
    this.running = true;
    this.done = 0;
    this.began = this.play.table.doc?.ply ?? 0;
    this.adviceAt = -1;
    void this.advise();
  }

  stop(): void {
    this.running = false;
    this.advice = null;
    this.shown = false;
  }

  /** Something has been done: on to the next step, as soon as it is our turn again. */
  async advise(): Promise<void> {
    const { table } = this.play;
    const seq = table.doc?.seq ?? -1;
    if (!this.running || !table.mine || seq === this.adviceAt) return;
    if (this.adviceAt >= 0 && (table.doc?.ply ?? 0) > this.began) this.done += 1;
    this.adviceAt = seq;
    this.advice = null;
    this.shown = false;
    if (this.done >= STEPS) {
      this.stop();
      return;
    }
    try {
      const hint = await api.hint(table.id);
      if (hint.seq === table.doc?.seq) this.advice = hint.advice[0] ?? null;
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      // A game without hints is not guided.
      this.stop();
    }
  }
}

/** Forget which games have been met, so that every card and tour is offered again. */
export function meetAgain(): void {
  settings.guided = false;
  remember(KEY, []);
}
