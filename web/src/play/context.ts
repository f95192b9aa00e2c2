import { getContext, setContext } from "svelte";

import type { Ref } from "../lib/texts";

/** What the parts of a game page may ask of it. */
export interface Desk {
  /** Show what a case of the rulebook says. */
  openRule(number: string): void;
  /** Highlight pieces and places on the board while something is pointed at. */
  point(refs: Ref[]): void;
  /** Bring things into sight. */
  goTo(...refs: Ref[]): void;
  /** What was advised is done: a sheet that lies over the board goes. */
  uncover(): void;
}

const KEY = Symbol("desk");

export const setDesk = (desk: Desk): Desk => setContext(KEY, desk);
export const getDesk = (): Desk => getContext<Desk>(KEY);

/** For pages that show rules and charts without a board. */
export const findDesk = (): Desk | undefined => getContext<Desk | undefined>(KEY);
