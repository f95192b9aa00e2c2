/** What lies on the map and what the question is about, as far as the board has to know it. */

import { polygons, type Point } from "../lib/geometry";
import { sinceOwn, trail, type Trail } from "../lib/log";
import { companies, heaps } from "../lib/stacks";
import type { Ref, Speaker } from "../lib/texts";
import type { PieceView, View } from "../lib/types";
import { facing } from "../lib/viewport";
import type { Eyes } from "./eyes.svelte";
import type { Play } from "./play.svelte";
import { settings } from "./settings.svelte";
import type { Table } from "./table.svelte";

/** Trails of more moves than this could not be told apart. */
const TRAILS = 12;

export class Scene {
  constructor(
    readonly table: Table,
    readonly play: Play,
    readonly eyes: Eyes,
    readonly speaker: Speaker,
  ) {}

  get view(): View {
    const { view } = this.table;
    if (!view) throw new Error("there is no board before there is a view");
    return view;
  }

  get chosen(): ReadonlySet<string> {
    return this.play.chosen;
  }

  readonly pointed = $derived.by(() => new Set(this.eyes.refs.filter((ref) => ref.kind === "piece").map((ref) => ref.id)));
  readonly onMap = $derived.by(() => heaps(this.view.pieces));
  private readonly units = $derived.by(() => companies(this.view.pieces, (id) => this.speaker.unitOf(id)));
  private readonly byId = $derived.by(() => new Map(this.view.pieces.map((piece) => [piece.id, piece])));

  /** What others have just done, while it is being shown. */
  readonly shown = $derived.by((): Ref[] =>
    this.table.replaying ? [] : this.table.reel.events.flatMap((event) => this.speaker.refs(event.params)),
  );

  /** What the question and the attack being built are about. */
  readonly subject = $derived.by((): Ref[] => {
    if (this.table.replaying || this.table.reel.running) return this.shown;
    const { ask, previews } = this.view;
    return [ask.params, ...previews.flatMap((preview) => preview.factors.map((factor) => factor.params))].flatMap((params) => this.speaker.refs(params));
  });
  readonly involved = $derived.by(() => new Set(this.subject.filter((ref) => ref.kind === "piece").map((ref) => ref.id)));
  readonly questioned = $derived.by(() => this.subject.filter((ref) => ref.kind === "place").map((ref) => ref.id));

  /** Do the pieces of a place lie side by side, each to be taken by itself, rather than on a heap? */
  liesApart(place: string): boolean {
    return this.onMap.get(place)?.every((piece) => piece.at) ?? false;
  }

  /** Is there a stack on this place that can be opened? */
  stacked(place: string): boolean {
    return (this.onMap.get(place)?.length ?? 0) > 1 && !this.liesApart(place);
  }

  foesOn(place: string): boolean {
    return this.onMap.get(place)?.some((piece) => piece.side !== this.view.side) ?? false;
  }

  /** Where a piece, a unit of figures, a place or a point is on the board. */
  spotOf(id: string): Point | null {
    if (id.includes(":")) return pointOf(id);
    const piece = this.byId.get(id);
    if (piece?.at) return piece.at;
    const place = this.speaker.places.get(piece ? piece.place : id);
    if (place) return [place.x, place.y];
    const men = this.units.get(id)?.flatMap((each) => (each.at ? [each.at] : [])) ?? [];
    const mean = (axis: 0 | 1): number => men.reduce((sum, at) => sum + at[axis], 0) / men.length;
    return men.length ? [mean(0), mean(1)] : null;
  }

  spots(ids: Iterable<string>): Point[] {
    return [...ids].map((id) => this.spotOf(id)).filter((spot) => spot !== null);
  }

  /** Everything on the map that can be chosen next: pieces, or else points, or else places. */
  readonly offered = $derived.by((): Point[] => {
    const { pieces, points, places } = this.play.offer;
    const able = this.spots([...pieces.values()].filter((target) => !target.minor).map((target) => target.id));
    if (able.length && !this.play.picks.length) return able;
    const [onGround, onPlaces] = [[...points.keys()].map(pointOf), this.spots(places.keys())];
    return onGround.length ? onGround : onPlaces.length ? onPlaces : able;
  });

  /** The same, and where the first piece in hand could go if nothing on the map itself is offered. */
  get prospects(): Point[] {
    const [first] = this.play.offer.pieces.keys();
    if (this.offered.length || first === undefined) return this.offered;
    const { points, places } = this.play.after(first);
    return points.size ? [...points.keys()].map(pointOf) : this.spots(places.keys());
  }

  /** The corners of areas, where one or two of them are all that can be chosen: zones to be filled are seen as a whole. */
  get ends(): Point[] {
    const areas = [...this.play.offer.places.keys()].filter((id) => this.speaker.places.has(id));
    return areas.length > 2 ? [] : areas.flatMap((id) => this.corners(id));
  }

  /** Two corners of the box around an area; a place that has no outline of its own is small enough to be seen anyhow. */
  corners(area: string): Point[] {
    const rim = polygons(this.speaker.places.get(area)?.outline ?? "").flat();
    const [xs, ys] = [rim.map(([x]) => x), rim.map(([, y]) => y)];
    return rim.length ? [[Math.min(...xs), Math.min(...ys)], [Math.max(...xs), Math.max(...ys)]] : [];
  }

  /** What the question is about. */
  readonly asked = $derived.by((): Point[] => this.spots(this.subject.filter((ref) => ref.kind !== "side").map((ref) => ref.id)));

  /** Where something is to be done: what is offered, else one's own; of either what faces the enemy, if there is such. */
  get action(): Point[] {
    const foes = this.spotsOf((piece) => piece.side !== this.view.side);
    const own = this.spotsOf((piece) => piece.side === this.view.side);
    const wanted = [this.prospects, own].find((spots) => spots.length);
    return wanted ? facing(wanted, foes, this.speaker.board) : foes;
  }

  private spotsOf(wanted: (piece: PieceView) => boolean): Point[] {
    return this.spots(this.view.pieces.filter(wanted).map((piece) => piece.id));
  }

  /** While something is shown again the moves in it, otherwise what others have done since our own last decision. */
  readonly trails = $derived.by((): Trail[] => {
    if (!settings.trails) return [];
    const { table } = this;
    const standing = table.standing;
    const entries = table.past
      ? table.entries.filter((entry) => standing.has(entry.seq) && entry.ply === table.past?.at)
      : table.reel.running
        ? table.reel.entries
        : sinceOwn(table.entries, table.doc?.you ?? [], standing);
    return entries.flatMap((entry) => entry.events.flatMap((event) => trail(event, entry.author) ?? [])).slice(-TRAILS);
  });
}

/** A point as the notation writes it. */
export const pointOf = (text: string): Point => {
  const [x = 0, y = 0] = text.split(":").map(Number);
  return [x, y];
};
