/** The rate provider over HTTP, with its rates cached for seconds; its contract is docs/providers/rates.openapi.yaml. */

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
  /** Milliseconds for which a rate may be used, from the instant that the provider gives it. */
  readonly maxAgeMs: number;
  /** Epoch ms by a clock that is not shifted: the provider's instants are of the real time. @default Date.now */
  readonly now?: () => number;
  /** Milliseconds for which a caller waits for a newer rate while it has one of the last seconds. @default 400 */
  readonly patienceMs?: number;
}

/** A creation may need three rates and an address, one after the other, within the gateway's 14.5 s. */
const LIMITS: CallLimits = { attemptTimeoutMs: 1200, budgetMs: 3000, maxAttempts: 3, maxBytes: 4096 };

/** Lifetime of a cached rate, or a third of the rate's own lifetime if that is shorter. */
const LIFETIME_MS = 5000;
/** Share of a cached rate's lifetime after which a newer one is requested, while callers still have this one. */
const REFRESH_AHEAD = 0.8;
/** Longer than 99 of 100 responses of a provider take. */
const PATIENCE_MS = 400;
/** Largest lead of the provider's clock over ours. */
const MAX_CLOCK_SKEW_MS = 5000;

const rateResponse = z.object({ mid: decimalAmount, asOf: z.iso.datetime({ offset: true }) });

interface CachedRate {
  readonly mid: Decimal;
  /** Times at which the provider saw it and at which we asked, epoch ms. */
  readonly asOfMs: number;
  readonly requestedAtMs: number;
}

/**
 * Rates of the provider. A rate that is at most a few seconds old is reused, and asked for again shortly before it is older: no caller waits
 * for that. Past its lifetime, for as long once more, a caller does not wait for a slow response, and later for one at most that fails. Past
 * the limit there is no rate.
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
      // The text may have more digits than amounts are computed with.
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

  /** Simultaneous callers of the same pair share one call. */
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

/** The result of a call, or another result if it takes longer. The call continues. */
async function settledWithin<T>(ms: number, call: Promise<T>, otherwise: T): Promise<T> {
  const over = new AbortController();
  // The failure of a call that nothing waits for any more.
  call.catch(() => undefined);
  const late = sleep(ms, otherwise, { signal: over.signal }).catch(() => otherwise);
  try {
    return await Promise.race([call, late]);
  } finally {
    over.abort();
  }
}

// Rates of the sandbox.

/** Thousandths of a unit per US dollar, of a currency at par with it. */
const PAR = 1_000n;

/** Returns a drift of up to ±20 hundredths of a percent, by the minute, the same for all partners; none at par. */
function drift(currency: Currency, atMs: number): bigint {
  if (sandboxRateFor(currency) === PAR) return 0n;
  const minute = Math.floor(atMs / 60_000);
  return BigInt(((minute * 7919 + currency.charCodeAt(0) * 31) % 41) - 20);
}

function dollarPrice(currency: Currency, atMs: number): Decimal {
  return { coefficient: sandboxRateFor(currency) * (10_000n + drift(currency, atMs)), scale: 7 };
}

/** The sandbox's rates: a fixed table that varies a little with time, so that a locked rate differs from a fresh one. */
export const sandboxRates: RateSource = {
  async midRate(from, to, atMs) {
    return quotient(dollarPrice(to, atMs), dollarPrice(from, atMs), RATE_DIGITS, 'half-even');
  },
};

export const rateSource = providerPort<RateSource>('rates', {
  sandbox: sandboxRates,
  http: (provider) => httpRates(provider, { maxAgeMs: wholeNumber('RATES_MAX_AGE_S') * 1000 }),
  limits: LIMITS,
  // No quote is better than one at a made-up rate.
  absent: {
    async midRate() {
      throw new RateUnavailable('No rate provider is configured');
    },
  },
});
