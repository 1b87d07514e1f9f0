/** ISO 8601 in UTC with milliseconds. */
export function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** The same, or `null` where there is no instant. */
export function isoOrNull(atMs: number | undefined): string | null {
  return atMs === undefined ? null : iso(atMs);
}
