/** The panels beside the board, in the order of their tabs and keys. */
export const PANELS = ["log", "state", "units", "rules", "charts", "chat"] as const;
export type Panel = (typeof PANELS)[number];
