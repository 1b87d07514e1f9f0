/** The rate provider behind the contract in docs/providers/rates.openapi.yaml, with the rates it gave kept for seconds. */
import * as z from 'zod/mini';
import type { Currency } from '#shared/domain/money/currency';
import { type Decimal, ONE, parseDecimal, quotient } from '#shared/domain/money/decimal';
import { RATE_DIGITS, type RateSource, RateUnavailable } from '#shared/domain/rates/rate';
import type { CallLimits } from '#shared/providers/http/provider-call';
import { type ProviderConnection, providerClient } from '#shared/providers/http/provider-client';
import { decimalAmount } from '#shared/providers/http/wire';

export interface HttpRatesOptions extends ProviderConnection {
  /** Milliseconds for which a rate may be used, from the instant that the provider gives it. */
  readonly maxAgeMs: number;
  /** Epoch ms by a clock that is not shifted: the provider's instants are of the real time. @default Date.now */
  readonly now?: () => number;
}

/** A creation may need two rates and an address, one after the other, within the gateway's 14.5 s. */
const LIMITS: CallLimits = { tryMs: 1200, budgetMs: 3000, tries: 3, maxBytes: 4096 };

/** A rate is asked for again after this long, or after a third of its life where that is shorter. */
const FRESH_MS = 5000;
/** How far the provider's clock may be ahead of ours. */
const AHEAD_MS = 5000;

const rateAnswer = z.object({ mid: decimalAmount, asOf: z.iso.datetime({ offset: true }) });

interface Known {
  readonly mid: Decimal;
  /** When the provider saw it, and when we asked. Epoch ms. */
  readonly asOfMs: number;
  readonly askedMs: number;
}

/**
 * Rates of the provider. One that is at most a few seconds old is used again; an older one only where the
 * provider cannot be asked and it is within the limit. Past the limit there is no rate.
 */
export function httpRates(options: HttpRatesOptions): RateSource {
  const provider = providerClient(options, LIMITS);
  const { maxAgeMs, now = Date.now } = options;
  const freshMs = Math.min(FRESH_MS, maxAgeMs / 3);
  const known = new Map<string, Known>();
  const asking = new Map<string, Promise<Known>>();

  const usable = (rate: Known | undefined): rate is Known =>
    rate !== undefined && now() - rate.asOfMs <= maxAgeMs && rate.asOfMs - now() <= AHEAD_MS;

  async function ask(from: Currency, to: Currency): Promise<Known> {
    const askedMs = now();
    const answer = await provider.get(`/rates/${from}/${to}`, rateAnswer);
    const mid = parseDecimal(answer.mid);
    if (mid === undefined || mid.coefficient <= 0n) throw new RateUnavailable('The provider gave no rate');
    return {
      // The text may be longer than what amounts are computed from.
      mid: quotient(mid, ONE, RATE_DIGITS, 'half-even'),
      asOfMs: Date.parse(answer.asOf),
      askedMs,
    };
  }

  /** Callers that want the same pair at once share one call. */
  function askOnce(pair: string, from: Currency, to: Currency): Promise<Known> {
    const running = asking.get(pair);
    if (running !== undefined) return running;
    const call = ask(from, to).finally(() => asking.delete(pair));
    asking.set(pair, call);
    return call;
  }

  return {
    async midRate(from, to) {
      if (from === to) return ONE;
      const pair = `${from}/${to}`;
      const before = known.get(pair);
      if (usable(before) && now() - before.askedMs < freshMs) return before.mid;
      try {
        const rate = await askOnce(pair, from, to);
        if (!usable(rate)) throw new RateUnavailable('The provider gave a stale rate');
        // An answer that was overtaken by another must not make a rate older.
        const latest = known.get(pair);
        if (usable(latest) && latest.asOfMs > rate.asOfMs) return latest.mid;
        known.set(pair, rate);
        return rate.mid;
      } catch (error) {
        if (usable(before)) return before.mid;
        if (error instanceof RateUnavailable) throw error;
        throw new RateUnavailable('No fresh rate could be had', { cause: error });
      }
    },
  };
}
