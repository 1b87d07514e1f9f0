import { logWarning } from '#shared/platform/observability/log';
import { HEALTH_INTERVAL_MS, type HealthSample } from '#shared/webhooks/domain/endpoint-health';
import { type Target, targetName } from '#shared/webhooks/slow-targets';

const MAX_TRACKED_TARGETS = 500;

/** Notes how an attempt at an endpoint ended. Whatever becomes of it, this does not fail. */
export type HealthTracker = (target: Target, sample: HealthSample) => Promise<void>;

/**
 * Passes on what is news by the memory of one worker: an endpoint that ends otherwise than before, and any once a minute.
 * So a busy endpoint costs each worker one read a minute, and the table one write.
 */
export function trackHealth(record: HealthTracker): HealthTracker {
  const passedOn = new Map<string, { readonly isFailure: boolean; readonly atMs: number }>();
  return async (target, sample) => {
    const name = targetName(target);
    const isFailure = sample.error !== null;
    const last = passedOn.get(name);
    if (last?.isFailure === isFailure && sample.atMs - last.atMs < HEALTH_INTERVAL_MS) return;
    passedOn.delete(name);
    const [oldest] = passedOn.keys();
    if (passedOn.size >= MAX_TRACKED_TARGETS && oldest !== undefined) passedOn.delete(oldest);
    passedOn.set(name, { isFailure, atMs: sample.atMs });
    try {
      await record(target, sample);
    } catch (error) {
      // The delivery is stored already. The next news, or the next minute, tries again.
      const { partnerId, endpointId } = target;
      const errorName = error instanceof Error ? error.name : undefined;
      logWarning('The health of an endpoint could not be stored', { partnerId, endpointId, errorName });
    }
  };
}
