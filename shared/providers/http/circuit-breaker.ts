/**
 * Leaves a provider alone that fails again and again: its callers are told at once, and it gets the rest that it
 * may need. Each process has its own view; a log line tells when it changes, and a metric when it opens.
 */
import { logInfo, logWarning } from '#shared/platform/observability/log';
import { providerMetric } from '#shared/platform/observability/metric';

export type ProviderName = 'verification' | 'rates' | 'custody' | 'banking' | 'bank-verification';

export type CircuitState = 'closed' | 'open' | 'half-open';

/** Failed calls in a row, each with its repetitions, after which nobody is let through. */
const FAILURE_THRESHOLD = 5;
/** How long nobody is; then one call tries. */
const COOLDOWN_MS = 30_000;

export interface CircuitBreaker {
  /** Names its log lines and metrics; without one there are no metrics. */
  readonly provider: ProviderName | undefined;
  state(): CircuitState;
  /** Whether a call may be made. In the half-open state one may, and its outcome decides. */
  allowsCall(): boolean;
  /** Tells how an admitted call went. A refusal is an answer: the provider is there. */
  recordOutcome(outcome: 'answered' | 'failed'): void;
}

/** @param now milliseconds that only ever rise */
export function createCircuitBreaker(
  provider?: ProviderName,
  now: () => number = () => performance.now(),
): CircuitBreaker {
  let failures = 0;
  let openUntilMs: number | undefined;
  /** Until when a trial counts as under way: one whose outcome is never told must not close the door for good. */
  let trialUntilMs = 0;

  function change(to: CircuitState): void {
    const fields = { provider, circuit: to, count: failures };
    if (to === 'open') {
      logWarning('A provider is left alone', fields);
      if (provider !== undefined) providerMetric('circuitOpened', provider);
    } else {
      logInfo(to === 'closed' ? 'A provider answers again' : 'A provider is tried again', fields);
    }
  }

  return {
    provider,
    state() {
      if (openUntilMs === undefined) return 'closed';
      return openUntilMs > now() ? 'open' : 'half-open';
    },
    allowsCall() {
      if (openUntilMs === undefined) return true;
      const atMs = now();
      if (openUntilMs > atMs || trialUntilMs > atMs) return false;
      trialUntilMs = atMs + COOLDOWN_MS;
      change('half-open');
      return true;
    },
    recordOutcome(outcome) {
      trialUntilMs = 0;
      if (outcome === 'answered') {
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
 * @param use what it is called for, where failures of that must not stop the other calls
 */
export function circuitBreakerFor(provider: ProviderName, use = 'all'): CircuitBreaker {
  const name = `${provider} ${use}`;
  const known = circuitBreakers.get(name) ?? createCircuitBreaker(provider);
  circuitBreakers.set(name, known);
  return known;
}
