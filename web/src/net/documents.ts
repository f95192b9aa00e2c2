/** The documents of the server. Made by `npm run wire` from shapan.server.wire; not to be edited. */

/**
 * A new account.
 */
export interface AccountBody {
  name: string;
  password: string;
}
/**
 * What the client called ``cid`` has been done.
 */
export interface AckNotice {
  t: "ack";
  cid: string | null;
  seq: number;
}
/**
 * An action, the sequence number that the player saw, and the client's own name for this attempt.
 */
export interface ActBody {
  action: string;
  seq?: number | null;
  cid?: string | null;
}
/**
 * An action, with the client's own name for this attempt.
 */
export interface ActMessage {
  t: "act";
  action: string;
  cid: string;
  seq?: number | null;
}
/**
 * One thing that the staff officer would do, and a reason as a text key with parameters.
 */
export interface AdviceDocument {
  action: string;
  reason: string;
  params: {
    [k: string]: unknown;
  };
}
/**
 * Something drawn around one piece while a player looks at it: how far it goes, how far it shoots, what it sees.
 */
export interface Aid {
  layer: string;
  kind: string;
  path: string;
  label?: string;
  at?: [number, number] | null;
  centre?: [number, number] | null;
}
/**
 * What can be drawn around a piece, as one side may see it.
 */
export interface AidsDocument {
  seq: number;
  aids: Aid[];
}
/**
 * The decision, as this side may know it. Only the side that owes it gets the options.
 */
export interface Ask {
  kind: string;
  actor: string;
  case: string;
  prompt: string;
  params?: {
    [k: string]: unknown;
  };
  options?: OptionGroup[];
  free?: OptionGroup[];
}
/**
 * Legal actions that differ in their last word only. The text of an action is ``verb words… value``.
 */
export interface OptionGroup {
  verb: string;
  words?: string[];
  kinds?: string[];
  values?: string[] | null;
  costs?: number[] | null;
  stops?: string[];
  minor?: boolean;
}
/**
 * The whole document.
 */
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
  styles: {
    [k: string]: Style;
  };
  layers: Layer[];
  places: PlaceEntry[];
  pieces: PieceEntry[];
  sides: SideEntry[];
  charts: Chart[];
  track: TurnBox[];
  rules: RuleEntry[];
  rulings: {
    [k: string]: unknown;
  }[];
  sources: Source[];
  texts: {
    [k: string]: string;
  };
  scale: number;
  measure: string;
  north: number;
  grounds: GroundEntry[];
  aids: string[];
}
/**
 * How shapes of one style look. Colours are CSS colours; widths and sizes are board units.
 */
export interface Style {
  fill?: string;
  stroke?: string;
  width?: number;
  dash?: number[];
  pattern?: string;
  font?: number;
  family?: string;
  weight?: string;
  slant?: string;
  spacing?: number;
  halo?: string;
  opacity?: number;
  dark?: {
    [k: string]: string;
  };
}
/**
 * Shapes drawn together, in order. ``detail`` layers (hex numbers) are hidden until the map is large on the screen.
 *
 *     The layer ``legend`` is the key to the map: it has an origin of its own and is shown beside the map, not on it.
 */
export interface Layer {
  id: string;
  shapes: Shape[];
  detail?: boolean;
  lod?: string[];
  clip?: string;
  asked?: string[];
}
/**
 * A vector path (``d``, SVG path data) moved by (``x``, ``y``), or a text at that point.
 */
export interface Shape {
  style: string;
  d?: string;
  text?: string;
  x?: number;
  y?: number;
  turn?: number;
  anchor?: string;
}
/**
 * A hex, area or box on the map where pieces can be.
 */
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
/**
 * The printed facts of a piece.
 */
export interface PieceEntry {
  id: string;
  side: string;
  label: string;
  name: string;
  symbol: string;
  size?: string;
  values?: {
    [k: string]: unknown;
  };
  layout?: string[];
  formation?: string;
  text?: string;
  shape?: string;
  radius?: number;
  long?: number;
  nation?: string;
  colour?: string;
  ink?: string;
  inks?: {
    [k: string]: string;
  };
}
/**
 * A side and how its counters look: like those of its nation, or in colours of its own.
 */
export interface SideEntry {
  id: string;
  name: string;
  colour?: string;
  ink?: string;
  mark?: string;
  nation?: string;
}
/**
 * A table of the game: heading lines, rows, where it comes from.
 */
export interface Chart {
  id: string;
  title: string;
  case: string;
  heads: string[][];
  rows: string[][];
  provenance?: string;
  note?: string;
}
/**
 * A box of the turn track and what happens then.
 */
export interface TurnBox {
  turn: number;
  label: string;
  notes?: string[];
}
/**
 * A case of the rulebook in our own words.
 */
export interface RuleEntry {
  id: string;
  title: string;
  summary: string;
  status: string;
  rulings?: string[];
}
/**
 * Where a block of data comes from: rulebook, inferred, history or design.
 */
export interface Source {
  block: string;
  provenance: string;
  note: string;
}
/**
 * Something that lies on open ground, for whoever points at it: a polygon, or a line of some width.
 */
export interface GroundEntry {
  terrain: string[];
  points: number[][];
  name?: string;
  width?: number;
  roof?: boolean;
}
/**
 * A program that plays.
 */
export interface BotDocument {
  id: string;
  title: string;
  summary: string;
  titles: string[] | null;
}
/**
 * All programs that play.
 */
export interface BotList {
  bots: BotDocument[];
}
/**
 * Something off the map that holds pieces or cards: a pool, a hand, a cup, a dead pile.
 */
export interface Box {
  id: string;
  title: string;
  side?: string;
  pieces?: string[];
  count?: number;
  note?: string;
  hand?: boolean;
}
/**
 * What a session's sides may do now besides acting.
 */
export interface Can {
  undo: boolean;
  takeback: boolean;
  resign: boolean;
  rematch: boolean;
  why_not_undo: RefusalDocument | null;
  hint: boolean;
}
/**
 * Why the rules forbid something.
 */
export interface RefusalDocument {
  case: string;
  key: string;
  params: {
    [k: string]: unknown;
  };
  text: string;
}
/**
 * A possible result and how likely it is, as an exact fraction.
 */
export interface Chance {
  key: string;
  numerator: number;
  denominator: number;
  params?: {
    [k: string]: unknown;
  };
  yours?: number | null;
  theirs?: number | null;
}
/**
 * How a document has become another (:mod:`.deltas`), in one of three ways.
 */
export interface Change {
  is?: unknown;
  in?: {
    [k: string]: Change;
  };
  gone?: string[];
  list?: (number | unknown[])[];
}
/**
 * The same as :class:`PatchNotice` for whoever has the View of then.
 */
export interface ChangeNotice {
  t: "patch";
  seq: number;
  ply: number;
  at: number;
  side: string;
  you: string[];
  handover: string | null;
  can: Can;
  from: number;
  entries: EntryDocument[];
  change: Change;
}
/**
 * A line of the log as one side may know it, and as that side counts.
 */
export interface EntryDocument {
  seq: number;
  ply: number;
  author: string;
  kind: "act" | "back";
  at: string;
  action: string | null;
  events: EventDocument[];
}
/**
 * Something that happened, under which case.
 */
export interface EventDocument {
  case: string;
  key: string;
  params: {
    [k: string]: unknown;
  };
}
/**
 * Something to say.
 */
export interface ChatBody {
  text: string;
}
/**
 * What the players said.
 */
export interface ChatDocument {
  chat: ChatLine[];
}
/**
 * Something that a player said.
 */
export interface ChatLine {
  n: number;
  side: string;
  name: string;
  text: string;
  at: string;
}
/**
 * Something to say.
 */
export interface ChatMessage {
  t: "chat";
  text: string;
  cid?: string | null;
}
/**
 * A line of chat.
 */
export interface ChatNotice {
  t: "chat";
  n: number;
  side: string;
  name: string;
  text: string;
  at: string;
}
/**
 * Where in the sequence of play the game stands.
 */
export interface Clock {
  turn: number;
  turns: number;
  date: string;
  phase: string;
  phase_key: string;
  case: string;
}
/**
 * The answer to an action: the entries that it made, and the state after it unless the socket brings that.
 */
export interface DoneDocument {
  seq: number;
  ply: number;
  entries: EntryDocument[];
  state?: StateDocument;
}
/**
 * A View and which moment it shows.
 */
export interface StateDocument {
  seq: number;
  ply: number;
  at: number;
  side: string;
  you: string[];
  handover: string | null;
  can: Can;
  view: View;
}
/**
 * Everything that one side may know of a position.
 */
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
  previews: Preview[];
  outcome: Outcome | null;
  overlays: {
    [k: string]: string[];
  };
}
/**
 * A unit, figure or marker in play. A hidden one has an anonymous id, a side, a place and nothing else.
 */
export interface PieceView {
  id: string;
  side: string;
  place: string;
  order?: number;
  hidden?: boolean;
  face?: string;
  values?: {
    [k: string]: unknown;
  };
  statuses?: string[];
  at?: [number, number] | null;
  heading?: number | null;
}
/**
 * Something that lies on the ground for now: control, forts, rubble, circles, lines.
 */
export interface Mark {
  kind: string;
  places?: string[];
  side?: string;
  label?: string;
  path?: string;
  at?: [number, number] | null;
}
/**
 * Something that the rulebook makes players count, itemised.
 */
export interface Ledger {
  id: string;
  title: string;
  rows: LedgerRow[];
  case: string;
}
/**
 * A line of a ledger.
 */
export interface LedgerRow {
  key: string;
  value: number | string;
  case?: string;
  params?: {
    [k: string]: unknown;
  };
  side?: string;
}
/**
 * What an attack or move being built would do, from this side's knowledge only.
 */
export interface Preview {
  title: string;
  factors: Factor[];
  chart?: string;
  column?: string;
  chances?: Chance[];
  warnings?: string[];
  params?: {
    [k: string]: unknown;
  };
  average?: string;
  tokens?: Token[];
  answer?: string;
}
/**
 * One number that goes into a result: a strength, a shift, a modifier, with its case.
 */
export interface Factor {
  key: string;
  value: number | string;
  case: string;
  params?: {
    [k: string]: unknown;
  };
}
/**
 * A marker, a chit or support that goes with an attack being built: it is shown beside what is attacked.
 */
export interface Token {
  side: string;
  piece?: string;
  symbol?: string;
  label?: string;
  state?: "free" | "lost" | "used";
}
/**
 * How a game ended: the winner (``None`` for a draw), the case, and a text key that says why.
 */
export interface Outcome {
  winner: string | null;
  case: string;
  key: string;
  level: string;
}
/**
 * What the client called ``cid`` has not been done.
 */
export interface ErrNotice {
  t: "err";
  cid: string | null;
  problem: ProblemDocument;
}
/**
 * An error (RFC 9457).
 */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail?: string;
  errors?: FieldError[];
  refusal?: RefusalDocument;
  state?: StateDocument;
  line?: number | null;
  entry?: number;
  side?: string;
  ply?: number;
  old_reading?: boolean;
}
/**
 * What is wrong with one field of a request.
 */
export interface FieldError {
  field: string;
  message: string;
}
/**
 * An action to be judged and not played.
 */
export interface ExplainBody {
  action: string;
  odds?: boolean;
}
/**
 * Whether the rules allow an action, and what it would do, as far as the side that asks can know.
 */
export interface ExplainDocument {
  ok: boolean;
  refusal: RefusalDocument | null;
  path?: string[] | null;
  final?: ("dice" | "known" | "over" | "turn") | null;
  previews?: Preview[];
}
/**
 * An action to be judged and not played.
 */
export interface ExplainMessage {
  t: "explain";
  cid: string;
  action: string;
}
/**
 * The answer to a question whether the rules allow an action.
 */
export interface ExplainedNotice {
  t: "explained";
  ok: boolean;
  refusal: RefusalDocument | null;
  path?: string[] | null;
  final?: ("dice" | "known" | "over" | "turn") | null;
  previews?: Preview[];
  cid: string;
}
/**
 * The password, to be sure.
 */
export interface FarewellBody {
  password: string;
}
/**
 * How the bots of a game behave.
 */
export interface GameChangeBody {
  bot_delay_ms?: number | null;
  bots_paused?: boolean | null;
}
/**
 * A game without its position.
 */
export interface GameDocument {
  id: string;
  title: string;
  scenario: string;
  options: {
    [k: string]: unknown;
  };
  data_version: string;
  visibility: string;
  status: "archived" | "over" | "running" | "waiting";
  side: string | null;
  seq: number | null;
  ply: number | null;
  actor: string;
  seats: SeatDocument[];
  you: string[];
  owner: boolean;
  watchers: number;
  held: {
    [k: string]: number;
  };
  bot_delay_ms: number;
  bots_paused: boolean;
  counsel: boolean;
  commitment: string;
  seed: string | null;
  shares: ShareDocument[];
  sharing: boolean;
  awaited: string[];
  outcome: Outcome | null;
  takeback: Takeback | null;
  outgrown: OutgrownDocument | null;
  can: Can | null;
  turn: number;
  turns: number;
  created: string;
  updated: string;
  parent: string | null;
  rematch: string | null;
  imported: boolean;
  thinking: Thinking | null;
  invitations?: {
    [k: string]: Invitation;
  };
}
/**
 * Who plays a side.
 */
export interface SeatDocument {
  side: string;
  kind: "bot" | "hotseat" | "human";
  name: string | null;
  bot: string | null;
  taken: boolean;
  online: boolean;
  you: boolean;
}
/**
 * What a player adds to the seed of the dice; ``part`` is null until it is shown, or if it is left out.
 */
export interface ShareDocument {
  side: string;
  commitment: string;
  part: string | null;
}
/**
 * A pending request to go back.
 */
export interface Takeback {
  side: string;
  to: number;
  known: boolean;
  agreed: string[];
  stand: boolean;
}
/**
 * A game that stands where the rules have been corrected since, and what its players can choose from.
 */
export interface OutgrownDocument {
  entry: number;
  side: string;
  ply: number;
  old_reading: boolean;
}
/**
 * A bot that has been thinking for a while; ``fraction`` is null when it does not tell how far it is.
 */
export interface Thinking {
  side: string;
  seconds: number;
  fraction: number | null;
}
/**
 * A secret that takes a seat, shown once.
 */
export interface Invitation {
  secret: string;
  path: string;
}
/**
 * Public games; ``next`` is the ``before`` of the page that follows.
 */
export interface GameList {
  games: GameDocument[];
  next: string | null;
}
/**
 * Something about the game itself has changed: who sits where, or what is being asked.
 */
export interface GameNotice {
  t: "game";
  game: GameDocument;
}
/**
 * Whether the server and its storage answer.
 */
export interface HealthDocument {
  status: string;
  version: string;
}
/**
 * The first message: from where to resume, and the side to look through.
 */
export interface HelloMessage {
  t: "hello";
  proto: number;
  since?: number | null;
  side?: string | null;
  deltas?: boolean;
}
/**
 * What the staff officer of the side that owes the decision would do, the best first.
 */
export interface HintDocument {
  seq: number;
  side: string;
  advice: AdviceDocument[];
}
/**
 * The seat that an invitation is for.
 */
export interface InviteBody {
  side: string;
}
/**
 * A seat to be taken: by the secret of an invitation, or by its side in a public game.
 */
export interface JoinBody {
  secret?: string | null;
  side?: string | null;
  name?: string | null;
  share?: string | null;
}
/**
 * A part of the log; ``next`` is the ``since`` of the part that follows.
 */
export interface LogDocument {
  seq: number;
  entries: EntryDocument[];
  next: number | null;
}
/**
 * Name and password.
 */
export interface LoginBody {
  name: string;
  password: string;
}
/**
 * To look through another side.
 */
export interface LookMessage {
  t: "look";
  side: string;
}
/**
 * What the throws of a game gave its first side, in shares of the chance to win, beside what average ones give.
 */
export interface Luck {
  throws: number;
  gained: number;
}
/**
 * Shown name and preferences.
 */
export interface MeChangeBody {
  name?: string | null;
  preferences?: {
    [k: string]: unknown;
  } | null;
}
/**
 * The player of this session.
 */
export interface MeDocument {
  account: string | null;
  name: string | null;
  preferences: {
    [k: string]: unknown;
  };
  games: GameDocument[];
  your_turn: string[];
}
/**
 * A turn of the tide: after how many actions it began, and the chances before and after it.
 */
export interface Moment {
  ply: number;
  turn: number;
  before: number[];
  after: number[];
}
/**
 * A game to be created.
 */
export interface NewGameBody {
  title: string;
  scenario?: string | null;
  options?: {
    [k: string]: boolean | number | string;
  };
  seats: {
    [k: string]: string;
  };
  visibility?: "public" | "unlisted" | "private";
  name?: string | null;
  bot_delay_ms?: number;
  counsel?: boolean | null;
  share?: string | null;
}
/**
 * The end, with the seed that proves the dice.
 */
export interface OverNotice {
  t: "over";
  outcome: Outcome | null;
  seed: string;
  result: string;
}
/**
 * What a player adds to the seed of the dice.
 */
export interface PartBody {
  part: string;
}
/**
 * The password that was, and the one that shall be.
 */
export interface PasswordChangeBody {
  old: string;
  new: string;
}
/**
 * What has happened since a viewer's number, with the View of now.
 */
export interface PatchNotice {
  t: "patch";
  seq: number;
  ply: number;
  at: number;
  side: string;
  you: string[];
  handover: string | null;
  can: Can;
  view: View;
  from: number;
  entries: EntryDocument[];
}
/**
 * Still there.
 */
export interface PingMessage {
  t: "ping";
}
/**
 * The answer to a ping.
 */
export interface PongNotice {
  t: "pong";
}
/**
 * Who is here.
 */
export interface PresenceNotice {
  t: "presence";
  online: {
    [k: string]: boolean;
  };
  watchers: number;
}
/**
 * A whole record.
 */
export interface RecordTextBody {
  record: string;
}
/**
 * Another game with the same players.
 */
export interface RematchBody {
  swap?: boolean;
  share?: string | null;
}
/**
 * Give up.
 */
export interface ResignBody {
  side?: string | null;
  seq?: number | null;
}
/**
 * A way to start a game.
 */
export interface Scenario {
  id: string;
  title: string;
  summary: string;
  sides: string[];
}
/**
 * One of one's own sides.
 */
export interface SideOnlyBody {
  side?: string | null;
}
/**
 * Everything, for somebody who knows nothing yet.
 */
export interface StateNotice {
  t: "state";
  seq: number;
  ply: number;
  at: number;
  side: string;
  you: string[];
  handover: string | null;
  can: Can;
  view: View;
  game: GameDocument;
}
/**
 * How a finished game went, as the staff judges it.
 */
export interface StoryDocument {
  sides: string[];
  points: StoryPoint[];
  moments: Moment[];
  luck: Luck | null;
}
/**
 * What chance to win each side had after so many actions, in the order of the sides.
 */
export interface StoryPoint {
  ply: number;
  turn: number;
  chances: number[];
}
/**
 * An optional rule that players may choose.
 */
export interface SwitchDocument {
  id: string;
  title: string;
  case: string;
  default: boolean | number | string;
  values: (boolean | number | string)[];
  summary: string;
}
/**
 * Whether one agrees.
 */
export interface TakebackAnswerBody {
  agree: boolean;
}
/**
 * The number of actions to go back to; or that what the rules of today do not allow stands as it was played.
 */
export interface TakebackWishBody {
  to: number;
  side?: string | null;
  stand?: boolean;
}
/**
 * A bot is still thinking.
 */
export interface ThinkingNotice {
  t: "thinking";
  side: string;
  seconds: number;
  fraction: number | null;
}
/**
 * A game that can be played.
 */
export interface TitleDocument {
  id: string;
  title: string;
  summary: string;
  sides: string[];
  side_names: {
    [k: string]: string;
  };
  data_version: string;
  scenarios: Scenario[];
  options: SwitchDocument[];
  takeback_switch: string;
  cover: string;
  hours: string;
  difficulty: "" | "easy" | "hard" | "medium";
}
/**
 * All games that can be played.
 */
export interface TitleList {
  titles: TitleDocument[];
}
/**
 * Take back one's own latest action.
 */
export interface UndoBody {
  seq?: number | null;
  side?: string | null;
  cid?: string | null;
}
/**
 * The last action is taken back.
 */
export interface UndoMessage {
  t: "undo";
  cid: string;
  seq?: number | null;
  side?: string | null;
}
