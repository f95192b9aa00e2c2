/** What the staff officer would do: asked for, shown, pointed at on the map, done by one click. */

import { endOf } from "../lib/options";
import type { Ref, Speaker } from "../lib/texts";
import { api, Trouble } from "../net/api";
import type { Advice } from "../net/wire";
import type { Play } from "./play.svelte";

const POINT = /^\d+:\d+$/;

export class Counsel {
  advice = $state.raw<Advice[] | null>(null);
  asking = $state(false);
  trouble = $state("");

  constructor(private readonly play: Play) {}

  get open(): boolean {
    return this.advice !== null || this.asking || this.trouble !== "";
  }

  async ask(): Promise<void> {
    const { table } = this.play;
    if (this.asking || !table.mine || !table.game?.can?.hint) return;
    this.close();
    this.asking = true;
    try {
      const hint = await api.hint(table.id);
      if (hint.seq === table.doc?.seq) this.advice = hint.advice;
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      this.trouble = error.message;
    } finally {
      this.asking = false;
    }
  }

  close(): void {
    this.advice = null;
    this.trouble = "";
  }

  async follow(advice: Advice): Promise<void> {
    await this.play.propose(advice.action, false);
  }

  /** What an action names on the map, and the way that it would take. */
  async refs(speaker: Speaker, advice: Advice): Promise<Ref[]> {
    const named = [...refsOf(speaker, advice.action), ...speaker.refs(advice.params)].filter((ref) => ref.kind !== "side");
    try {
      const { path } = await this.play.foresee(advice.action);
      const goal = path?.at(-1);
      return path && goal ? [...named, { kind: "path", id: goal, ids: path }] : named;
    } catch {
      return named;
    }
  }
}

/** The pieces, places and points of open ground that an action names. */
export function refsOf(speaker: Speaker, action: string): Ref[] {
  return action
    .split(" ")
    .slice(1)
    .flatMap((word) => word.split(","))
    .flatMap((word): Ref[] => {
      if (speaker.pieces.has(word)) return [{ kind: "piece", id: word }];
      const end = endOf(word);
      if (POINT.test(end)) return [{ kind: "point", id: end }];
      return speaker.places.has(word) ? [{ kind: "place", id: word }] : speaker.places.has(end) ? [{ kind: "place", id: end }] : [];
    });
}
