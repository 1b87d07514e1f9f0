import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { type Assembly, deploy, diff } from '#cloud/cdk/commands';
import { SECOND_RELEASE } from '#cloud/cdk/variants';
import { check, tally } from '#cloud/phases/checks';
import { awaitCompletion, createdId } from '#cloud/phases/transactions';
import type { Target } from '#cloud/plan/target';
import type { Answer, ApiClient } from '#local/partner/api-client';

/** What is deployed is what was synthesized. */
export async function checkNoDifference({ cloud }: Target, assembly: Assembly): Promise<string> {
  await diff(cloud, assembly);
  return 'no difference';
}

const PAUSE_MS = 150;
/** One round in so many creates a transaction. */
const CREATION_EVERY = 8;

/** What a partner had answered while something went on. */
export interface Traffic {
  readonly answers: readonly Answer[];
  /** Ids of the transactions whose creation was acknowledged. */
  readonly created: readonly string[];
}

/** Calls the API until the work is done: reads, price look-ups, creations. Each answer counts. */
export async function underTraffic(partner: ApiClient, userId: string, work: () => Promise<void>): Promise<Traffic> {
  const answers: Answer[] = [];
  const created: string[] = [];
  let isOver = false;
  const call = async () => {
    for (let round = 0; !isOver; round += 1) {
      answers.push(await partner.get('/capabilities'));
      answers.push(await partner.get('/transactions?limit=5'));
      answers.push(await partner.get('/cross-ramp/quotes?sourceCurrency=MXN&targetCurrency=USD&sourceAmount=2000.01'));
      if (round % CREATION_EVERY === 0) {
        const options = { headers: { 'idempotency-key': randomUUID() } };
        const answer = await partner.post('/cross-ramp', partner.crossRamp(userId), options);
        answers.push(answer);
        if (answer.status < 300) created.push(createdId(answer));
      }
      await sleep(PAUSE_MS);
    }
  };
  const finished = work().finally(() => {
    isOver = true;
  });
  // Both are waited for, whichever fails.
  for (const outcome of await Promise.allSettled([finished, call()]))
    if (outcome.status === 'rejected') throw outcome.reason;
  return { answers, created };
}

/**
 * Deploys an assembly while a partner works: every call gets its answer, what was created completes, and afterwards
 * the release is the one that it should be.
 */
export async function releaseUnderTraffic(
  target: Target,
  { partner, userId }: { readonly partner: ApiClient; readonly userId: string },
  { assembly, isSecond }: { readonly assembly: Assembly; readonly isSecond: boolean },
): Promise<string> {
  const { answers, created } = await underTraffic(partner, userId, async () => {
    await deploy(target.cloud, assembly);
  });
  const summary = tally(answers);
  check(
    answers.every(({ status }) => status < 300),
    `not every call had its answer: ${summary}`,
  );
  const document = await partner.get('/openapi.json');
  const { title } = z.object({ info: z.object({ title: z.string() }) }).parse(document.body).info;
  check((title === SECOND_RELEASE) === isSecond, `served afterwards: "${title}"`);
  await awaitCompletion(partner, created);
  return `answers in the same time: ${summary}; ${created.length} transactions completed`;
}
