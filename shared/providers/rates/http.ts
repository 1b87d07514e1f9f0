/** The rate provider over HTTP, with its rates cached for seconds; its contract is docs/providers/rates.openapi.yaml. */
import * as z from 'zod/mini';
import { wholeNumber } from '#shared/platform/config/environment';
import type { CallLimits } from '#shared/providers/http/call';
import type { ProviderClient } from '#shared/providers/http/client';
import { decimalAmount } from '#shared/providers/http/fields';
import { providerPort } from '#shared/providers/http/provider-port';
import { RATE_DIGITS, type RateSource, RateUnavailable } from '#shared/quotes/domain/rate';
import type { Currency } from '#shared/values/money/currency';
import { type Decimal, ONE, parseDecimal, quotient } from '#shared/values/money/decimal';
import { sandboxRates } from './sandbox';

interface HttpRatesOptions {
  /** Milliseconds for which a rate may be used, from the instant that the provider gives it. */
  readonly maxAgeMs: number;
  /** Epoch ms by a clock that is not shifted: the provider's instants are of the real time. @default Date.now */
  readonly now?: () => number;
}

/** A creation may need three rates and an address, one after the other, within the gateway's 14.5 s. */
const LIMITS: CallLimits = { attemptTimeoutMs: 1200, budgetMs: 3000, maxAttempts: 3, maxBytes: 4096 };

/** Lifetime of a cached rate, or a third of the rate's own lifetime if that is shorter. */
const REFRESH_AFTER_MS = 5000;
/** Largest lead of the provider's clock over ours. */
const MAX_CLOCK_SKEW_MS = 5000;

const rateAnswer = z.object({ mid: decimalAmount, asOf: z.iso.datetime({ offset: true }) });

interface CachedRate {
  readonly mid: Decimal;
  /** Times at which the provider saw it and at which we asked, epoch ms. */
  readonly asOfMs: number;
  readonly requestedAtMs: number;
}

/**
 * Rates of the provider. A rate that is at most a few seconds old is reused; an older one only where the provider
 * does not answer and the rate is within the limit. Past the limit there is no rate.
 */
export function httpRates(provider: ProviderClient, { maxAgeMs, now = Date.now }: HttpRatesOptions): RateSource {
  const freshMs = Math.min(REFRESH_AFTER_MS, maxAgeMs / 3);
  const cache = new Map<string, CachedRate>();
  const pendingCalls = new Map<string, Promise<CachedRate>>();

  const usable = (rate: CachedRate | undefined): rate is CachedRate =>
    rate !== undefined && now() - rate.asOfMs <= maxAgeMs && rate.asOfMs - now() <= MAX_CLOCK_SKEW_MS;

  async function fetchRate(from: Currency, to: Currency): Promise<CachedRate> {
    const askedMs = now();
    const answer = await provider.get(`/rates/${from}/${to}`, rateAnswer);
    const mid = parseDecimal(answer.mid);
    if (mid === undefined || mid.coefficient <= 0n) throw new RateUnavailable('The provider gave no rate');
    return {
      // The text may have more digits than amounts are computed with.
      mid: quotient(mid, ONE, RATE_DIGITS, 'half-even'),
      asOfMs: Date.parse(answer.asOf),
      requestedAtMs: askedMs,
    };
  }

  /** Callers that want the same pair at once share one call. */
  function fetchRateOnce(pair: string, from: Currency, to: Currency): Promise<CachedRate> {
    const running = pendingCalls.get(pair);
    if (running !== undefined) return running;
    const call = fetchRate(from, to).finally(() => pendingCalls.delete(pair));
    pendingCalls.set(pair, call);
    return call;
  }

  return {
    async midRate(from, to) {
      if (from === to) return ONE;
      const pair = `${from}/${to}`;
      const before = cache.get(pair);
      if (usable(before) && now() - before.requestedAtMs < freshMs) return before.mid;
      try {
        const rate = await fetchRateOnce(pair, from, to);
        if (!usable(rate)) throw new RateUnavailable('The provider gave a stale rate');
        // A late answer must not replace a newer rate.
        const latest = cache.get(pair);
        if (usable(latest) && latest.asOfMs > rate.asOfMs) return latest.mid;
        cache.set(pair, rate);
        return rate.mid;
      } catch (error) {
        if (usable(before)) return before.mid;
        if (error instanceof RateUnavailable) throw error;
        throw new RateUnavailable('No fresh rate could be had', { cause: error });
      }
    },
  };
}

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
