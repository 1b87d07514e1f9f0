/**
 * An attempt of at least this duration is slow; every shorter attempt is quick. A batch lasts as long as its slowest attempt, so
 * a first attempt waits at most this time for a batch of quick attempts.
 */
const SLOW_ATTEMPT_MS = 1000;
/**
 * Time for which an endpoint counts as slow or quick after its last attempt. With one minute, every worker would detect a slow
 * endpoint again each minute, by an attempt of up to ten seconds.
 */
const REMEMBERED_MS = 600_000;
const MAX_TRACKED_TARGETS = 500;

/** An endpoint of a partner. Without `endpointId`, the default endpoint. */
export interface Target {
  readonly partnerId: string;
  readonly endpointId?: string | undefined;
}

/** Returns a key that is different for each endpoint. */
export function targetName({ partnerId, endpointId }: Target): string {
  return endpointId ?? partnerId;
}

export type SlowTargets = ReturnType<typeof trackSlowTargets>;

/** Tracks, in the memory of one worker, the targets that were slow or quick recently. */
export function trackSlowTargets(now: () => number) {
  const known = new Map<string, { readonly isSlow: boolean; readonly untilMs: number }>();
  const isKnown = (target: Target, isSlow: boolean): boolean => {
    const found = known.get(targetName(target));
    return found?.isSlow === isSlow && found.untilMs > now();
  };
  return {
    recordDuration(target: Target, durationMs: number): void {
      const name = targetName(target);
      known.delete(name);
      const [oldest] = known.keys();
      if (known.size >= MAX_TRACKED_TARGETS && oldest !== undefined) known.delete(oldest);
      known.set(name, { isSlow: durationMs >= SLOW_ATTEMPT_MS, untilMs: now() + REMEMBERED_MS });
    },
    /** Returns true if the last attempt was slow; false without an attempt in the last ten minutes. */
    isSlow: (target: Target): boolean => isKnown(target, true),
    /** Returns true if the last attempt was quick; false without an attempt in the last ten minutes. */
    isQuick: (target: Target): boolean => isKnown(target, false),
  };
}
