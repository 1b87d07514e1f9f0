/** ISO 8601 in UTC with milliseconds. */
export function toIsoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** The same, or `null` if there is no instant. */
export function toIsoTimeOrNull(atMs: number | undefined): string | null {
  return atMs === undefined ? null : toIsoTime(atMs);
}
