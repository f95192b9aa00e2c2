/** What this browser remembers: looks, habits, and where the player was in each game. */

import { PACES, type Pace } from "../lib/reel";

const KEY = "shapan.settings";

export interface Settings {
  theme: "auto" | "light" | "dark";
  scale: number;
  motion: "auto" | "less";
  /** How fast the moves of others are shown. */
  pace: Pace;
  confirm: boolean;
  control: boolean;
  trails: boolean;
  patterns: boolean;
  guided: boolean;
  sound: boolean;
  /** Whether sound has been offered. */
  soundOffered: boolean;
  /** On a wide screen: whether the side panel is folded to a rail. */
  folded: boolean;
  name: string;
}

const DEFAULTS: Settings = {
  theme: "auto",
  scale: 1,
  motion: "auto",
  pace: "normal",
  confirm: true,
  control: true,
  trails: true,
  patterns: false,
  guided: false,
  sound: false,
  soundOffered: false,
  folded: false,
  name: "",
};

export function recall<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export const settings = $state<Settings>({ ...DEFAULTS, ...recall<Partial<Settings>>(KEY, {}) });

/** Take over settings from elsewhere, as far as they are of the right kind. */
export function adoptSettings(found: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(found)) {
    if (name in DEFAULTS && typeof value === typeof DEFAULTS[name as keyof Settings]) Object.assign(settings, { [name]: value });
  }
}

const wantsDark = matchMedia("(prefers-color-scheme: dark)");
const wantsLess = matchMedia("(prefers-reduced-motion: reduce)");
const system = $state({ dark: wantsDark.matches, less: wantsLess.matches });
wantsDark.addEventListener("change", (event) => (system.dark = event.matches));
wantsLess.addEventListener("change", (event) => (system.less = event.matches));

export const isDark = (): boolean => (settings.theme === "auto" ? system.dark : settings.theme === "dark");
export const isCalm = (): boolean => settings.motion === "less" || system.less;

/** Milliseconds for each move of others; whoever wants less motion sees the result at once. */
export const paceOfOthers = (): number => (isCalm() ? 0 : (PACES[settings.pace] ?? PACES.normal));

/** Keep the document and the storage in step with the settings; call once from the root component. */
export function applySettings(): void {
  $effect(() => {
    const root = document.documentElement;
    root.dataset.theme = isDark() ? "dark" : "light";
    root.dataset.motion = isCalm() ? "less" : "full";
    root.style.fontSize = `${100 * settings.scale}%`;
  });
  $effect(() => remember(KEY, $state.snapshot(settings)));
}
