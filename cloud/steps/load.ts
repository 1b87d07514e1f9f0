import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { Rehearsal } from '#cloud/plan/context';
import { check, tally } from '#cloud/steps/checks';
import { awaitCompletion, createdId } from '#cloud/steps/transactions';
import type { Answer, ApiClient } from '#local/partner/api-client';

/** Requests of one transaction of the daily mix: a quote, its creation, two reads and a tenth of a user's two. */
export const REQUESTS_OF_MIX = 4.2;

/** An answer, and how long the caller waited, the first request of a transaction from the instant at which it was due, in ms. */
interface Measured {
  readonly answer: Answer;
  readonly ms: number;
}

/** A share of `latencies`, from 0 to 1. @returns ms */
export function percentile(latencies: readonly number[], share: number): number {
  const sorted = latencies.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/**
 * The instants at which transactions begin, in ms from the start: an open model, in which no transaction waits for another.
 * @param perSecond transactions @param seconds how long
 */
export function arrivals(perSecond: number, seconds: number): number[] {
  return Array.from({ length: Math.max(1, Math.floor(perSecond * seconds)) }, (_, index) => (index / perSecond) * 1000);
}

/** Sends the load that the stage promises to hold, or a share of it, and waits until all that was acknowledged has completed. */
export async function sendLoad(rehearsal: Rehearsal): Promise<string> {
  const config = rehearsal.config();
  const { share, seconds } = rehearsal.load;
  const { requests } = config.limits.load;
  const promised = requests / REQUESTS_OF_MIX;
  const partners = Math.round(requests / config.limits.requestsPerPartnerS);
  const callers = await Promise.all(
    Array.from({ length: partners }, async (_, index): Promise<Caller> => {
      return { ...(await rehearsal.subscriber(`Load ${index}`)), measured: [], created: [] };
    }),
  );
  const due = arrivals(promised * share, seconds);
  const startedMs = performance.now();
  await Promise.all(
    due.map(async (atMs, index) => {
      await sleep(Math.max(0, startedMs + atMs - performance.now()));
      const caller = callers[index % callers.length];
      if (caller !== undefined) await playMix(caller, index, startedMs + atMs);
    }),
  );
  await Promise.all(callers.map(({ partner, created }) => awaitCompletion(partner, created)));
  const measured = callers.flatMap((caller) => caller.measured);
  const latencies = measured.map(({ ms }) => ms);
  const created = callers.reduce((sum, caller) => sum + caller.created.length, 0);
  const text =
    `${due.length} transactions of the daily mix in ${seconds} s, ${share * 100} % of the ${promised.toFixed(1)} a second ` +
    `and ${requests} requests a second that are promised; ${tally(measured.map(({ answer }) => answer))}; ` +
    `p50 ${percentile(latencies, 0.5).toFixed(0)} ms, p99 ${percentile(latencies, 0.99).toFixed(0)} ms; ` +
    `${created} created, all of them completed`;
  check(
    measured.every(({ answer }) => answer.status < 300),
    `not every request had its answer: ${text}`,
  );
  return text;
}

/** A partner that takes its part of the load. */
interface Caller {
  readonly partner: ApiClient;
  readonly userId: string;
  readonly measured: Measured[];
  /** Ids of acknowledged transactions. */
  readonly created: string[];
}

const quoted = z.object({ data: z.object({ quoteId: z.string() }) });

/** One transaction of the daily mix: a locked quote, its creation, two reads, and a tenth of a new user. */
async function playMix(caller: Caller, index: number, dueMs: number): Promise<void> {
  const { partner, userId, measured, created } = caller;
  const measure = async (fromMs: number, request: Promise<Answer>): Promise<Answer> => {
    const answer = await request;
    measured.push({ answer, ms: performance.now() - fromMs });
    return answer;
  };
  const next = (request: Promise<Answer>) => measure(performance.now(), request);
  const { targetBankAccount, ...order } = partner.crossRamp(userId);
  const { userId: _, ...price } = order;
  const quote = await measure(dueMs, partner.post('/cross-ramp/quotes', price, keyed()));
  if (quote.status >= 300) return;
  const { quoteId } = quoted.parse(quote.body).data;
  const creation = await next(partner.post('/cross-ramp', { userId, quoteId, targetBankAccount }, keyed()));
  if (creation.status >= 300) return;
  const id = createdId(creation);
  created.push(id);
  for (let read = 0; read < 2; read += 1) await next(partner.get(`/transactions/${id}`));
  if (index % 10 === 0)
    await next(partner.post('/users', { type: 'INDIVIDUAL', email: `load-${randomUUID()}@example.com` }));
}

const keyed = () => ({ headers: { 'idempotency-key': randomUUID() } });
