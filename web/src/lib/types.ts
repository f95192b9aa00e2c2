/** The Board document, the View and the events, as the kernel writes them. Fields at their default are left out. */

export type Params = Record<string, unknown>;

export interface Style {
  fill?: string;
  stroke?: string;
  width?: number;
  dash?: number[];
  pattern?: string;
  font?: number;
  weight?: string;
  slant?: string;
  spacing?: number;
  halo?: string;
  opacity?: number;
  dark?: Record<string, string>;
}

export interface Shape {
  style: string;
  d?: string;
  text?: string;
  x?: number;
  y?: number;
  turn?: number;
  anchor?: string;
}

export interface Layer {
  id: string;
  shapes: Shape[];
  detail?: boolean;
}

export interface PlaceEntry {
  id: string;
  x: number;
  y: number;
  outline?: string;
  name?: string;
  terrain?: string[];
  neighbours?: string[];
  room?: number;
}

export interface PieceEntry {
  id: string;
  side: string;
  label: string;
  name: string;
  symbol: string;
  size?: string;
  values?: Record<string, unknown>;
  layout?: string[];
  formation?: string;
  text?: string;
  shape?: string;
  radius?: number;
  long?: number;
  colour?: string;
  ink?: string;
  inks?: Record<string, string>;
}

export interface SideEntry {
  id: string;
  name: string;
  colour: string;
  ink: string;
  accent?: string;
  mark?: string;
}

export interface Chart {
  id: string;
  title: string;
  case: string;
  heads: string[][];
  rows: string[][];
  provenance?: string;
  note?: string;
}

export interface TurnBox {
  turn: number;
  label: string;
  notes?: string[];
}

export interface RuleEntry {
  id: string;
  title: string;
  summary: string;
  status: string;
  rulings?: string[];
}

export interface Source {
  block: string;
  provenance: string;
  note?: string;
}

export interface Board {
  game: string;
  title: string;
  scenario: string;
  data_version: string;
  ground: string;
  width: number;
  height: number;
  piece: number;
  outline: string;
  styles: Record<string, Style>;
  layers: Layer[];
  places: PlaceEntry[];
  pieces: PieceEntry[];
  sides: SideEntry[];
  charts: Chart[];
  track: TurnBox[];
  rules: RuleEntry[];
  rulings: Params[];
  sources: Source[];
  texts: Record<string, string>;
  scale?: number;
  measure?: string;
  north?: number;
  aids?: string[];
}

export interface Clock {
  turn: number;
  turns: number;
  date: string;
  phase: string;
  phase_key: string;
  case: string;
}

export interface PieceView {
  id: string;
  side: string;
  place: string;
  order?: number;
  hidden?: boolean;
  face?: string;
  values?: Record<string, unknown>;
  statuses?: string[];
  at?: [number, number] | null;
  heading?: number | null;
}

export interface Box {
  id: string;
  title: string;
  side?: string;
  pieces?: string[];
  count?: number;
  note?: string;
  /** What its owner plays from. */
  hand?: boolean;
}

export interface Mark {
  kind: string;
  places?: string[];
  side?: string;
  label?: string;
  path?: string;
}

export interface Row {
  key: string;
  value: number | string;
  case?: string;
  params?: Params;
  side?: string;
}

export interface Ledger {
  id: string;
  title: string;
  rows: Row[];
  case: string;
}

export interface OptionGroup {
  verb: string;
  words?: string[];
  kinds?: string[];
  values?: string[] | null;
  costs?: number[] | null;
  /** The values at which a move ends whatever it has left. */
  stops?: string[];
  minor?: boolean;
}

/** Something drawn around one piece: how far it goes and shoots, what it sees. */
export interface Aid {
  layer: string;
  kind: string;
  path: string;
  label?: string;
  at?: [number, number] | null;
  centre?: [number, number] | null;
}

export interface Ask {
  kind: string;
  actor: string;
  case: string;
  prompt: string;
  params?: Params;
  options?: OptionGroup[];
  free?: OptionGroup[];
}

export interface Factor {
  key: string;
  value: number | string;
  case: string;
  params?: Params;
}

export interface Chance {
  key: string;
  numerator: number;
  denominator: number;
  params?: Params;
}

export interface Preview {
  title: string;
  factors: Factor[];
  chart?: string;
  column?: string;
  chances?: Chance[];
  warnings?: string[];
}

export interface Outcome {
  winner: string | null;
  case: string;
  key: string;
  level?: string;
}

export interface View {
  game: string;
  scenario: string;
  side: string;
  clock: Clock;
  pieces: PieceView[];
  boxes: Box[];
  marks: Mark[];
  ledgers: Ledger[];
  ask: Ask;
  preview?: Preview | null;
  outcome?: Outcome | null;
  overlays?: Record<string, string[]>;
}

export interface GameEvent {
  case: string;
  key: string;
  params?: Params;
}

/** The rules' answer to an action that they forbid. */
export interface Refusal {
  case: string;
  key: string;
  params?: Params;
  text?: string;
}
