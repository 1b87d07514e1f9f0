/**
 * Stops calls to a provider that fails repeatedly: its callers get an error at once, and the provider can recover.
 * Each process has its own state; a log line reports each change, and a metric each opening.
 */
import { logInfo, logWarning, providerMetric } from '#shared/platform/observability/log';
import type { ProviderName } from '#shared/platform/providers/registry';

/** Failed calls in a row, each with its retries, after which the circuit opens. */
const FAILURE_THRESHOLD = 5;
/** Time that it stays open; then one call is let through as a trial. */
const COOLDOWN_MS = 30_000;

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/**
 * @param provider names its log lines and metrics; without one there are no metrics
 * @param now milliseconds that only ever rise
 */
export function createCircuitBreaker(provider?: ProviderName, now: () => number = () => performance.now()) {
  let failures = 0;
  let openUntilMs: number | undefined;
  /** End of the time for which a trial counts as running: one that never reports its outcome must not block the circuit for good. */
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
    /** Returns true if a call may be made. In the half-open state one may, and its outcome decides. */
    allowsCall(): boolean {
      if (openUntilMs === undefined) return true;
      const atMs = now();
      if (openUntilMs > atMs || trialUntilMs > atMs) return false;
      trialUntilMs = atMs + COOLDOWN_MS;
      change('half-open');
      return true;
    },
    /** Records the outcome of an admitted call. A refusal is a response: the provider works. */
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
 * The circuit of a provider in this process.
 * @param use purpose of the call, if its failures must not stop the other calls
 */
export function circuitBreakerFor(provider: ProviderName, use = 'all'): CircuitBreaker {
  const name = `${provider} ${use}`;
  const known = circuitBreakers.get(name) ?? createCircuitBreaker(provider);
  circuitBreakers.set(name, known);
  return known;
}
