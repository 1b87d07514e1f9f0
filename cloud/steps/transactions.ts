import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { check, expectStatus, tally, waitFor } from '#cloud/steps/checks';
import type { Answer, ApiClient } from '#local/partner/api-client';

const transaction = z.object({ id: z.string(), status: z.string(), version: z.int() });
export type Transaction = z.infer<typeof transaction>;

const listed = z.object({ data: z.object({ data: z.array(transaction) }) });
const withId = z.object({ data: z.object({ id: z.string() }) });

/** Steps of the sandbox take two seconds each; a lost one is repeated by the redrive of the next minute. */
const COMPLETION_LIMIT_S = 150;

/** A submission that the sandbox verifies. */
const PERSON = { country: 'MX', firstName: 'Ana', lastName: 'García' };

/** A person who may transact, once the verification is decided. @returns the user's id */
export async function verifiedUser(
  partner: ApiClient,
  submission: Readonly<Record<string, unknown>> = PERSON,
): Promise<string> {
  const userId = await partner.newUser();
  expectStatus(await partner.post(`/users/${userId}/kyc`, submission), 201);
  await waitFor('the verification of a user', COMPLETION_LIMIT_S, async () => {
    const answer = expectStatus(await partner.get(`/users/${userId}`), 200);
    return answer.body.data.kycStatus === 'VERIFIED' ? true : undefined;
  });
  return userId;
}

/** A transaction as its own operation shows it. */
export async function readTransaction(partner: ApiClient, id: string): Promise<Transaction> {
  const answer = expectStatus(await partner.get(`/transactions/${id}`), 200);
  return z.object({ data: transaction }).parse(answer.body).data;
}

/** The ids of all transactions of a partner that has few. */
export async function listTransactions(partner: ApiClient): Promise<string[]> {
  const answer = expectStatus(await partner.get('/transactions?limit=50'), 200);
  return listed.parse(answer.body).data.data.map(({ id }) => id);
}

/** The id that a creation was answered with. @throws CheckFailed when it was refused */
export function createdId(answer: Answer): string {
  return withId.parse(expectStatus(answer, 200, 201).body).data.id;
}

/** Waits for the end of transactions that complete. @returns them in the order of their ids */
export async function awaitCompletion(partner: ApiClient, ids: readonly string[]): Promise<Transaction[]> {
  const completed = new Map<string, Transaction>();
  return await waitFor('the completion of every transaction', COMPLETION_LIMIT_S, async () => {
    for (const id of ids) {
      const read = completed.get(id) ?? (await readTransaction(partner, id));
      if (read.status === 'COMPLETED') completed.set(id, read);
    }
    const found = ids.flatMap((id) => completed.get(id) ?? []);
    return found.length === ids.length ? found : undefined;
  });
}

/** Thirty creations at once with one key: one transaction, and the same answer ever after. @returns its id */
async function createThirtyTimes(partner: ApiClient, userId: string): Promise<{ id: string; summary: string }> {
  const options = { headers: { 'idempotency-key': randomUUID() } };
  const body = partner.crossRamp(userId);
  const answers = await Promise.all(Array.from({ length: 30 }, () => partner.post('/cross-ramp', body, options)));
  const summary = tally(answers);
  const ids = new Set(answers.filter(({ status }) => status < 300).map(createdId));
  const [id] = ids;
  check(id !== undefined && ids.size === 1, `${ids.size} transactions instead of one: ${summary}`);
  // A caller that does not get the transaction is asked to repeat the call.
  check(
    answers.every(({ status }) => status < 300 || status === 409 || status === 429 || status >= 500),
    `a refusal that is final: ${summary}`,
  );
  check(createdId(await partner.post('/cross-ramp', body, options)) === id, 'a later repetition named another');
  check((await listTransactions(partner)).join() === id, 'the list does not hold this one alone');
  return { id, summary };
}

/** Twenty creations at once from one quote, each with a key of its own: one transaction. @returns its id */
async function useQuoteTwentyTimes(partner: ApiClient, userId: string): Promise<{ id: string; summary: string }> {
  const order = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000.01 };
  const quote = expectStatus(await partner.post('/cross-ramp/quotes', order), 200, 201);
  const { quoteId } = z.object({ data: z.object({ quoteId: z.string() }) }).parse(quote.body).data;
  const { targetBankAccount } = partner.crossRamp(userId);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      partner.post(
        '/cross-ramp',
        { userId, quoteId, targetBankAccount },
        { headers: { 'idempotency-key': randomUUID() } },
      ),
    ),
  );
  const summary = tally(answers);
  const [made, second] = answers.filter(({ status }) => status < 300);
  check(made !== undefined && second === undefined, `not one transaction of one quote: ${summary}`);
  check(
    answers.every(({ status }) => status < 500),
    `an answer of 5xx: ${summary}`,
  );
  return { id: createdId(made), summary };
}

const change = z.object({ type: z.string(), id: z.string(), version: z.int() });
const changesPage = z.object({ data: z.object({ data: z.array(change), nextCursor: z.string() }) });

/** A partner's feed up to a cursor, which leads to what comes after it. */
export interface Feed {
  readonly changes: readonly z.infer<typeof change>[];
  readonly cursor: string | undefined;
}

const NOTHING_READ: Feed = { changes: [], cursor: undefined };

/** Reads a feed to its end. @param start what has been read of it */
export async function readFeed(partner: ApiClient, start: Feed = NOTHING_READ): Promise<Feed> {
  const changes = [...start.changes];
  for (let { cursor } = start; ; ) {
    const answer = expectStatus(
      await partner.get(`/changes?limit=50${cursor === undefined ? '' : `&cursor=${cursor}`}`),
      200,
    );
    const { data, nextCursor } = changesPage.parse(answer.body).data;
    changes.push(...data);
    if (nextCursor === cursor) return { changes, cursor };
    cursor = nextCursor;
  }
}

/**
 * The feed of a partner holds every version of its transactions once and in order, and nothing twice.
 * @param start what has been read of it
 */
export async function checkFeed(
  partner: ApiClient,
  ids: readonly string[],
  start: Feed = NOTHING_READ,
): Promise<string> {
  const ended = await awaitCompletion(partner, ids);
  const changes = await waitFor('the last versions in the feed', 30, async () => {
    const { changes: found } = await readFeed(partner, start);
    const has = ({ id, version }: Transaction) => found.some((one) => one.id === id && one.version === version);
    return ended.every(has) ? found : undefined;
  });
  const names = changes.map(({ type, id, version }) => `${type} ${id} ${version}`);
  check(new Set(names).size === names.length, 'a change is in the feed twice');
  for (const { id, version } of ended) {
    const versions = changes.filter((one) => one.id === id).map((one) => one.version);
    const all = Array.from({ length: version }, (_, index) => index + 1);
    check(versions.join() === all.join(), `versions ${versions} of ${id} instead of 1 to ${version}`);
  }
  return `${changes.length} changes; every version of ${ended.length} transactions once and in order`;
}

/** Equal creations at once and uses of one quote at once make one transaction each, and the feed has every version of both. */
export async function playRaces({ partner, userId }: { readonly partner: ApiClient; readonly userId: string }) {
  const created = await createThirtyTimes(partner, userId);
  const quoted = await useQuoteTwentyTimes(partner, userId);
  const feed = await checkFeed(partner, [created.id, quoted.id]);
  return `30 equal creations: ${created.summary}; 20 uses of one quote: ${quoted.summary}; feed: ${feed}`;
}
