/** ISO 8601 in UTC with milliseconds. */
export function toIsoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** The same, or `null` where there is no instant. */
export function toIsoTimeOrNull(atMs: number | undefined): string | null {
  return atMs === undefined ? null : toIsoTime(atMs);
}
