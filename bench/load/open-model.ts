import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { Chance } from '#local/chance';
import type { AtEnd } from '../processes';
import type { Target } from './requests';

/** The requests of a second, for how many seconds, and the seed of their instants. */
type Arrivals = Readonly<Record<'perSecond' | 'seconds' | 'seed', number>>;

/**
 * Sends requests at random instants (a Poisson process), whatever becomes of those before, on as many connections as they
 * need. The latency of each counts from the instant at which it was due, so no wait is left out. (autocannon's fixed rates
 * come in a burst at the start of each second, and its correction adds a sample for each ms of each wait.)
 */
export function openModel(atEnd: AtEnd) {
  const dispatcher = new Agent();
  atEnd(() => dispatcher.destroy());
  /** Sends one request. @returns true for a success */
  const sendOne = async ({ url, method = 'GET', headers, body }: Target): Promise<boolean> => {
    const own = Object.entries(headers).map(([name, text]) => [name, text.replace('[<id>]', crypto.randomUUID())]);
    const options = { dispatcher, method, headers: Object.fromEntries(own), body: body ?? null };
    const status = await request(url, options).then(
      async (answer) => answer.body.dump().then(() => answer.statusCode),
      () => 0,
    );
    return status >= 200 && status < 300;
  };
  return {
    /** Sends at random instants. @returns ms of every request, and how many were no success */
    async send(target: Target, { perSecond, seconds, seed }: Arrivals) {
      const seen = { ms: [] as number[], errors: 0 };
      const send = async (dueMs: number) => {
        if (!(await sendOne(target))) seen.errors += 1;
        seen.ms.push(performance.now() - dueMs);
      };
      const sending: Promise<void>[] = [];
      const chance = new Chance(seed);
      const gap = () => chance.exponential(1000 / perSecond);
      const startMs = performance.now();
      for (let dueMs = startMs + gap(); dueMs < startMs + seconds * 1000; dueMs += gap()) {
        const leftMs = dueMs - performance.now();
        if (leftMs > 0) await sleep(leftMs);
        sending.push(send(dueMs));
      }
      await Promise.all(sending);
      return seen;
    },

    /**
     * Sends one request after the other on so many connections: the load of this client is part of what the machine can take.
     * @returns successes a second
     */
    async capacity(
      target: Target | undefined,
      { connections, seconds }: Readonly<Record<'connections' | 'seconds', number>>,
    ) {
      if (target === undefined) return Number.NaN;
      const untilMs = performance.now() + seconds * 1000;
      let answers = 0;
      const repeat = async () => {
        while (performance.now() < untilMs) if (await sendOne(target)) answers += 1;
      };
      await Promise.all(Array.from({ length: connections }, repeat));
      return answers / seconds;
    },
  };
}
