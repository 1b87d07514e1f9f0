import type { AwsCall } from './calls';
import { rates as documentedRates, type Rate } from './rates';

/** Buckets of requests, one for each rate, which fill up again as time goes by. */
export class Throttle {
  readonly #levels = new Map<string, { left: number; atMs: number }>();
  readonly #rates: readonly Rate[];
  readonly #nowMs: () => number;

  /** @param nowMs a clock in ms that never goes back */
  constructor(rates: readonly Rate[] = documentedRates, nowMs: () => number = () => performance.now()) {
    this.#rates = rates;
    this.#nowMs = nowMs;
  }

  /** Takes one request from its bucket. @returns whether there was one left, or nothing limits the call */
  take({ service, operation }: Pick<AwsCall, 'service' | 'operation'>): boolean {
    const own = this.#rates.filter((rate) => rate.service === service);
    const rate = own.find(({ operations }) => operations?.includes(operation)) ?? own.find((one) => !one.operations);
    if (rate === undefined) return true;
    const { operations = ['other'], isEach = false, perSecond } = rate;
    const burst = rate.burst ?? Math.max(1, perSecond);
    const key = `${service} ${isEach ? operation : operations.join(' ')}`;
    const nowMs = this.#nowMs();
    const level = this.#levels.get(key) ?? { left: burst, atMs: nowMs };
    const filled = Math.min(burst, level.left + ((nowMs - level.atMs) / 1000) * perSecond);
    const isLet = filled >= 1;
    this.#levels.set(key, { left: isLet ? filled - 1 : filled, atMs: nowMs });
    return isLet;
  }
}
