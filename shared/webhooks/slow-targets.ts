/** An attempt that takes this long holds up a batch; a healthy endpoint answers in a fraction of it. */
const SLOW_ATTEMPT_MS = 2000;
/**
 * Time for which an endpoint counts as slow after its last slow attempt, in ms. Each worker learns it from an attempt of ten
 * seconds, and all of them at about the same time: after a minute they would all forget it and hang together, once a
 * minute. An endpoint that has recovered loses little: its first attempts take one more hop, and a quick one clears it.
 */
const REMEMBERED_MS = 600_000;
const MAX_TRACKED_TARGETS = 500;

/** An endpoint of a partner: the default one where no other is named. */
export interface Target {
  readonly partnerId: string;
  readonly endpointId?: string | undefined;
}

/** Names an endpoint, so that none is taken for another of its partner. */
export function targetName({ partnerId, endpointId }: Target): string {
  return endpointId ?? partnerId;
}

export type SlowTargets = ReturnType<typeof trackSlowTargets>;

/** Remembers, in the memory of one worker, the targets that were slow lately. */
export function trackSlowTargets(now: () => number) {
  const untilMs = new Map<string, number>();
  return {
    /** Notes how long an attempt took. A quick one clears the target. */
    recordDuration(target: Target, durationMs: number): void {
      const name = targetName(target);
      untilMs.delete(name);
      if (durationMs < SLOW_ATTEMPT_MS) return;
      const [oldest] = untilMs.keys();
      if (untilMs.size >= MAX_TRACKED_TARGETS && oldest !== undefined) untilMs.delete(oldest);
      untilMs.set(name, now() + REMEMBERED_MS);
    },
    isSlow: (target: Target): boolean => (untilMs.get(targetName(target)) ?? 0) > now(),
  };
}
