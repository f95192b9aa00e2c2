/** The client's own texts. A further language is one more catalogue with the same keys. */

import { en } from "./en";

export type Key = keyof typeof en;
export type Catalogue = Record<Key, string>;

const catalogues: Record<string, Catalogue> = { en };
let current: Catalogue = en;

export function useLanguage(language: string): void {
  current = catalogues[language] ?? en;
  document.documentElement.lang = language in catalogues ? language : "en";
}

/** Fills the holes of a sentence; `{count|one|many}` chooses by number. */
export function fill(template: string, params: Record<string, string | number> = {}): string {
  return template.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (hole, name: string, one?: string, many?: string) => {
    const value = params[name];
    if (value === undefined) return hole;
    if (one === undefined || many === undefined) return String(value);
    return `${value} ${Number(value) === 1 ? one : many}`;
  });
}

/** Is there a text of this key? */
export function has(key: string): key is Key {
  return key in current;
}

export function t(key: Key, params: Record<string, string | number> = {}): string {
  return fill(current[key], params);
}
