/**
 * Stops calls to a provider that fails repeatedly: callers get an error immediately, and the provider can recover. Each process
 * has a separate state. Each change of the state is logged, and a metric counts the openings.
 */
import { logInfo, logWarning, providerMetric } from '#shared/platform/observability/log';
import type { ProviderName } from '#shared/platform/providers/registry';

/** Consecutive failed calls that open the circuit. A call with all its retries counts once. */
const FAILURE_THRESHOLD = 5;
/** Time that the circuit stays open. Then one call is allowed as a trial. */
const COOLDOWN_MS = 30_000;

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/** Creates a closed circuit breaker. Without `provider`, it counts no metrics. @param now monotonic clock, in ms */
export function createCircuitBreaker(provider?: ProviderName, now: () => number = () => performance.now()) {
  let failures = 0;
  let openUntilMs: number | undefined;
  /** End of the time in which a trial call blocks other calls. A trial without an outcome must not block the circuit forever. */
  let trialUntilMs = 0;

  function change(to: 'closed' | 'open' | 'half-open'): void {
    const fields = { provider, circuit: to, count: failures };
    if (to === 'open') {
      logWarning('Calls to a provider are stopped', fields);
      if (provider !== undefined) providerMetric('circuitOpened', provider);
    } else {
      logInfo(to === 'closed' ? 'A provider responds again' : 'A provider is tried again', fields);
    }
  }

  return {
    provider,
    state() {
      if (openUntilMs === undefined) return 'closed';
      return openUntilMs > now() ? 'open' : 'half-open';
    },
    /** Returns true if a call is allowed. The half-open state allows one trial, whose outcome closes or opens the circuit. */
    allowsCall(): boolean {
      if (openUntilMs === undefined) return true;
      const atMs = now();
      if (openUntilMs > atMs || trialUntilMs > atMs) return false;
      trialUntilMs = atMs + COOLDOWN_MS;
      change('half-open');
      return true;
    },
    /** Records the outcome of an allowed call. A refusal counts as `responded`, because the provider works. */
    recordOutcome(outcome: 'responded' | 'failed'): void {
      trialUntilMs = 0;
      if (outcome === 'responded') {
        const wasOpen = openUntilMs !== undefined;
        failures = 0;
        openUntilMs = undefined;
        if (wasOpen) change('closed');
        return;
      }
      failures += 1;
      if (failures < FAILURE_THRESHOLD) return;
      openUntilMs = now() + COOLDOWN_MS;
      change('open');
    },
  };
}

const circuitBreakers = new Map<string, CircuitBreaker>();

/**
 * Returns the circuit breaker of a provider in this process.
 * @param use purpose of the calls; calls for another purpose have a separate circuit breaker
 */
export function circuitBreakerFor(provider: ProviderName, use = 'all'): CircuitBreaker {
  const name = `${provider} ${use}`;
  const known = circuitBreakers.get(name) ?? createCircuitBreaker(provider);
  circuitBreakers.set(name, known);
  return known;
}
