/**
 * An attempt that takes this long is slow, and every other one is quick. A batch ends with its slowest attempt, so a first attempt waits
 * no longer than this for a batch of quick ones.
 */
const SLOW_ATTEMPT_MS = 1000;
/**
 * Time for which an endpoint counts as slow or quick after its last attempt, in ms. Each worker learns it from an attempt of ten
 * seconds, and all of them at about the same time: after a minute they would all forget it and hang together, once a
 * minute. An endpoint that has recovered loses little: its first attempts take one more hop, and a quick one clears it.
 */
const REMEMBERED_MS = 600_000;
const MAX_TRACKED_TARGETS = 500;

/** An endpoint of a partner: the default one if no other is named. */
export interface Target {
  readonly partnerId: string;
  readonly endpointId?: string | undefined;
}

/** Names an endpoint, so that none is taken for another of its partner. */
export function targetName({ partnerId, endpointId }: Target): string {
  return endpointId ?? partnerId;
}

export type SlowTargets = ReturnType<typeof trackSlowTargets>;

/** Remembers, in the memory of one worker, the targets that were slow or quick lately. */
export function trackSlowTargets(now: () => number) {
  const known = new Map<string, { readonly isSlow: boolean; readonly untilMs: number }>();
  const isKnown = (target: Target, isSlow: boolean): boolean => {
    const found = known.get(targetName(target));
    return found?.isSlow === isSlow && found.untilMs > now();
  };
  return {
    /** Stores how long the last attempt took. */
    recordDuration(target: Target, durationMs: number): void {
      const name = targetName(target);
      known.delete(name);
      const [oldest] = known.keys();
      if (known.size >= MAX_TRACKED_TARGETS && oldest !== undefined) known.delete(oldest);
      known.set(name, { isSlow: durationMs >= SLOW_ATTEMPT_MS, untilMs: now() + REMEMBERED_MS });
    },
    /** Returns true if the last attempt was slow; false for a target without one in the last ten minutes. */
    isSlow: (target: Target): boolean => isKnown(target, true),
    /** Returns true if the last attempt was quick; false for a target without one in the last ten minutes. */
    isQuick: (target: Target): boolean => isKnown(target, false),
  };
}
