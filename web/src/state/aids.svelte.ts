/** What can be drawn around a piece, asked of the server when a player looks at it. */

import type { Aid } from "../lib/types";
import { api, Trouble } from "../net/api";
import type { Table } from "./table.svelte";

export class Aids {
  shown = $state.raw<Aid[]>([]);
  private wanted = "";
  private known = new Map<string, Aid[]>();
  private moment = -1;

  constructor(private readonly table: Table) {}

  /** Look at a piece, or at none. */
  async look(piece: string | null): Promise<void> {
    const seq = this.table.doc?.seq ?? -1;
    if (seq !== this.moment) {
      this.known.clear();
      this.moment = seq;
    }
    this.wanted = piece ?? "";
    if (piece === null) {
      this.shown = [];
      return;
    }
    const aids = this.known.get(piece) ?? (await this.fetch(piece));
    if (this.wanted !== piece || seq !== this.moment) return;
    this.known.set(piece, aids);
    this.shown = aids;
  }

  private async fetch(piece: string): Promise<Aid[]> {
    try {
      return (await api.aids(this.table.id, piece, this.table.doc?.side ?? null)).aids;
    } catch (error) {
      // Drawings are a help, not a need: without a connection there are none.
      if (error instanceof Trouble) return [];
      throw error;
    }
  }
}
