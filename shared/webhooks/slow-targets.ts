/** An attempt that takes this long holds up a batch; a healthy endpoint answers in a fraction of it. */
const SLOW_ATTEMPT_MS = 2000;
/**
 * How long an endpoint counts as slow after its last slow attempt, in ms. Each worker learns it from an attempt of ten
 * seconds, and all of them at about the same time: after a minute they would all forget it and hang together, once a
 * minute. An endpoint that has recovered loses little: its first attempts take one more hop, and a quick one clears it.
 */
const REMEMBERED_MS = 600_000;
const MAX_TRACKED_PARTNERS = 500;

export type SlowTargets = ReturnType<typeof trackSlowTargets>;

/** Remembers, in the memory of one worker, whose endpoints were slow lately. */
export function trackSlowTargets(now: () => number) {
  const untilMs = new Map<string, number>();
  return {
    /** Notes how long an attempt took. A quick one clears the partner. */
    recordDuration(partnerId: string, durationMs: number): void {
      untilMs.delete(partnerId);
      if (durationMs < SLOW_ATTEMPT_MS) return;
      const [oldest] = untilMs.keys();
      if (untilMs.size >= MAX_TRACKED_PARTNERS && oldest !== undefined) untilMs.delete(oldest);
      untilMs.set(partnerId, now() + REMEMBERED_MS);
    },
    isSlow: (partnerId: string): boolean => (untilMs.get(partnerId) ?? 0) > now(),
  };
}
