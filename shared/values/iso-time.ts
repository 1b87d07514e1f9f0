/** Formats a time (epoch ms) as ISO 8601 in UTC with milliseconds. */
export function toIsoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** Formats a time like `toIsoTime`; returns `null` for `undefined`. */
export function toIsoTimeOrNull(atMs: number | undefined): string | null {
  return atMs === undefined ? null : toIsoTime(atMs);
}
