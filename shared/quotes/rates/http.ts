/** Rate provider over HTTP. Rates are cached for seconds. API contract: docs/providers/rates.openapi.yaml. */

import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { wholeNumber } from '#shared/platform/config/environment';
import type { CallLimits } from '#shared/platform/providers/call';
import { decimalAmount, type ProviderClient } from '#shared/platform/providers/client';
import { providerPort } from '#shared/platform/providers/provider-port';
import { RATE_DIGITS, type RateSource, RateUnavailable } from '#shared/quotes/domain/rate';
import { type Currency, sandboxRateFor } from '#shared/values/money/currency';
import { type Decimal, ONE, parseDecimal, quotient } from '#shared/values/money/decimal';

interface HttpRatesOptions {
  /** Maximum age (ms) of a rate, from the provider's timestamp `asOf`. */
  readonly maxAgeMs: number;
  /** Clock in epoch ms, not shifted by `CLOCK_OFFSET_S`, because the provider's timestamps are real time. @default Date.now */
  readonly now?: () => number;
  /** Time (ms) for which a caller with a recently expired rate waits for a newer rate. @default 400 */
  readonly patienceMs?: number;
}

/** `createOffRamp` makes up to three calls for rates (3 s each) and one for an address (4.5 s). The gateway allows 14.5 s. */
const LIMITS: CallLimits = { attemptTimeoutMs: 1200, budgetMs: 3000, maxAttempts: 3, maxBytes: 4096 };

/** Lifetime of a cached rate: this value, or a third of the maximum age if that third is shorter. */
const LIFETIME_MS = 5000;
/** Fraction of a cached rate's lifetime after which a newer rate is requested; callers still get the cached rate. */
const REFRESH_AHEAD = 0.8;
/** Maximum wait (ms) for a newer rate. 99 % of a provider's responses arrive within this time. */
const PATIENCE_MS = 400;
/** Maximum difference by which the provider's clock can be ahead of our clock. */
const MAX_CLOCK_SKEW_MS = 5000;

const rateResponse = z.object({ mid: decimalAmount, asOf: z.iso.datetime({ offset: true }) });

interface CachedRate {
  readonly mid: Decimal;
  /** Time of the rate at the provider, and time of our request, epoch ms. */
  readonly asOfMs: number;
  readonly requestedAtMs: number;
}

/**
 * Reads and caches the provider's rates. During a second lifetime of a cached rate, callers wait at most `patienceMs` for a newer
 * rate, then get the cached rate. After the second lifetime, callers get the cached rate only if the provider's call fails. A
 * rate older than `maxAgeMs` is never used.
 */
export function httpRates(provider: ProviderClient, options: HttpRatesOptions): RateSource {
  const { maxAgeMs, now = Date.now, patienceMs = PATIENCE_MS } = options;
  const freshMs = Math.min(LIFETIME_MS, maxAgeMs / 3);
  const cache = new Map<string, CachedRate>();
  const pendingCalls = new Map<string, Promise<CachedRate>>();

  const usable = (rate: CachedRate | undefined): rate is CachedRate =>
    rate !== undefined && now() - rate.asOfMs <= maxAgeMs && rate.asOfMs - now() <= MAX_CLOCK_SKEW_MS;

  async function fetchRate(from: Currency, to: Currency): Promise<CachedRate> {
    const askedMs = now();
    const response = await provider.get(`/rates/${from}/${to}`, rateResponse);
    const mid = parseDecimal(response.mid);
    if (mid === undefined || mid.coefficient <= 0n) throw new RateUnavailable('The provider gave no rate');
    return {
      // The provider's rate may have more digits than we use to compute amounts.
      mid: quotient(mid, ONE, RATE_DIGITS, 'half-even'),
      asOfMs: Date.parse(response.asOf),
      requestedAtMs: askedMs,
    };
  }

  async function refresh(pair: string, from: Currency, to: Currency): Promise<CachedRate> {
    const rate = await fetchRate(from, to);
    if (!usable(rate)) throw new RateUnavailable('The provider gave a stale rate');
    // A late response must not replace a newer rate.
    const latest = cache.get(pair);
    if (usable(latest) && latest.asOfMs > rate.asOfMs) return latest;
    cache.set(pair, rate);
    return rate;
  }

  /** Concurrent callers of the same currency pair share one call. */
  function refreshOnce(pair: string, from: Currency, to: Currency): Promise<CachedRate> {
    const running = pendingCalls.get(pair);
    if (running !== undefined) return running;
    const call = refresh(pair, from, to).finally(() => pendingCalls.delete(pair));
    pendingCalls.set(pair, call);
    return call;
  }

  return {
    async midRate(from, to) {
      if (from === to) return ONE;
      const pair = `${from}/${to}`;
      const known = cache.get(pair);
      const before = usable(known) ? known : undefined;
      const ageMs = before === undefined ? Number.POSITIVE_INFINITY : now() - before.requestedAtMs;
      if (before !== undefined && ageMs < freshMs) {
        // Ignores a failure: no caller waits for this refresh, and the cached rate is still valid.
        if (ageMs >= REFRESH_AHEAD * freshMs) refreshOnce(pair, from, to).catch(() => undefined);
        return before.mid;
      }
      try {
        const newer = refreshOnce(pair, from, to);
        const rate = before !== undefined && ageMs < 2 * freshMs ? settledWithin(patienceMs, newer, before) : newer;
        return (await rate).mid;
      } catch (error) {
        if (usable(before)) return before.mid;
        if (error instanceof RateUnavailable) throw error;
        throw new RateUnavailable('No fresh rate could be had', { cause: error });
      }
    },
  };
}

/** Returns the result of a call, or `otherwise` if the call takes longer than `ms`. The call continues. */
async function settledWithin<T>(ms: number, call: Promise<T>, otherwise: T): Promise<T> {
  const over = new AbortController();
  // Handle the failure of a call for which no caller waits any longer.
  call.catch(() => undefined);
  const late = sleep(ms, otherwise, { signal: over.signal }).catch(() => otherwise);
  try {
    return await Promise.race([call, late]);
  } finally {
    over.abort();
  }
}

// Rates of the sandbox.

/** Sandbox rate of a currency with the value of the US dollar, in thousandths of a unit per US dollar. */
const PAR = 1_000n;

/**
 * Returns the difference of a sandbox rate from `sandboxRateFor`, in hundredths of a percent, from −20 to +20. The value changes
 * every minute and is the same for all partners. It is always 0 for a currency with the same value as the US dollar.
 */
function drift(currency: Currency, atMs: number): bigint {
  if (sandboxRateFor(currency) === PAR) return 0n;
  const minute = Math.floor(atMs / 60_000);
  return BigInt(((minute * 7919 + currency.charCodeAt(0) * 31) % 41) - 20);
}

function dollarPrice(currency: Currency, atMs: number): Decimal {
  return { coefficient: sandboxRateFor(currency) * (10_000n + drift(currency, atMs)), scale: 7 };
}

/** Sandbox rates: a fixed table with a small change every minute, so that a locked rate differs from the current rate. */
export const sandboxRates: RateSource = {
  async midRate(from, to, atMs) {
    return quotient(dollarPrice(to, atMs), dollarPrice(from, atMs), RATE_DIGITS, 'half-even');
  },
};

export const rateSource = providerPort<RateSource>('rates', {
  sandbox: sandboxRates,
  http: (provider) => httpRates(provider, { maxAgeMs: wholeNumber('RATES_MAX_AGE_S') * 1000 }),
  limits: LIMITS,
  // Without a rate provider, refuse requests instead of inventing rates.
  absent: {
    async midRate() {
      throw new RateUnavailable('No rate provider is configured');
    },
  },
});
