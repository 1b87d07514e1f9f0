import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import * as z from 'zod';
import type { Trial } from '#cloud/plan/trial';
import { check, expectStatus, tally, waitFor } from '#cloud/steps/checks';
import type { ApiClient, ApiResponse } from '#local/partner/api-client';

const transaction = z.object({ id: z.string(), status: z.string(), version: z.int() });
type Transaction = z.infer<typeof transaction>;
const withId = z.object({ data: z.object({ id: z.string() }) });

/**
 * Maximum seconds until a transaction completes. Each step takes two seconds, and the redrive repeats a lost step up to a minute
 * late.
 */
const COMPLETION_S = 150;

/** Returns the id of a created transaction. @throws CheckFailed if the creation was rejected */
export function createdId(response: ApiResponse): string {
  return withId.parse(expectStatus(response, 200, 201).body).data.id;
}

/** Waits until all transactions have completed. @returns the transactions in the order of the ids */
export async function awaitCompletion(partner: ApiClient, ids: readonly string[]): Promise<Transaction[]> {
  const completed = new Map<string, Transaction>();
  return await waitFor('the completion of every transaction', COMPLETION_S, async () => {
    for (const id of ids.filter((one) => !completed.has(one))) {
      const { body } = expectStatus(await partner.get(`/transactions/${id}`), 200);
      const { data } = z.object({ data: transaction }).parse(body);
      if (data.status === 'COMPLETED') completed.set(id, data);
    }
    const found = ids.flatMap((id) => completed.get(id) ?? []);
    return found.length === ids.length ? found : undefined;
  });
}

const PAIR = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' };
const payload = z.object({ transactionId: z.string(), event: z.string(), sequence: z.int() });

/** Completes one transaction of each type. Each webhook is signed, and the webhooks of a transaction arrive in order. */
export async function playJourneys(trial: Trial): Promise<string> {
  const { partner, userId, secret } = await trial.newSubscriber('Journeys');
  const destinationWalletAddress = '0x52908400098527886E0F7030069857D2E4169EE7';
  const userBankInformation = { accountIdentifier: '012180015500000008' };
  // The sandbox completes transactions with these amounts automatically.
  const bodies = {
    '/on-ramp': { userId, ...PAIR, destinationWalletAddress, fiatAmount: 10.01 },
    '/off-ramp': { userId, ...PAIR, userBankInformation, cryptoAmount: 10.01 },
    '/cross-ramp': partner.crossRamp(userId),
  };
  const ids: string[] = [];
  for (const [path, body] of Object.entries(bodies)) ids.push(createdId(await partner.create(path, body)));
  await awaitCompletion(partner, ids);
  const events: string[] = [];
  for (const id of ids) {
    const own = await waitFor('the last webhook of a transaction', COMPLETION_S, async () => {
      const found = trial.receiver.received
        .filter(({ body }) => body.includes(id))
        .map(({ headers, body }) => payload.parse(new Webhook(secret).verify(body, { ...headers })));
      return found.some(({ event }) => event.startsWith('COMPLETED')) ? found : undefined;
    });
    const sequences = [...new Set(own.map(({ sequence }) => sequence))];
    const expected = sequences.map((_, index) => index + 1);
    check(sequences.join() === expected.join(), `wrong sequences from ${own[0]?.event} on: ${sequences.join(', ')}`);
    events.push(`${sequences.length} to ${own.at(-1)?.event}`);
  }
  return `webhooks in order, signatures valid: ${events.join(', ')}`;
}

const page = z.object({ data: z.object({ data: z.array(z.object({ id: z.string() })) }) });
const quote = z.object({ data: z.object({ quoteId: z.string() }) });

/**
 * Sends one cross-ramp thirty times at once, with the same idempotency key. Then sends twenty cross-ramps at once with the same
 * quote. Each group must create exactly one transaction.
 */
export async function playRaces(trial: Trial): Promise<string> {
  const { partner, userId } = await trial.newSubscriber('Races');
  const options = { headers: { 'idempotency-key': randomUUID() } };
  const body = partner.crossRamp(userId);
  const equal = await Promise.all(Array.from({ length: 30 }, () => partner.post('/cross-ramp', body, options)));
  const [id, ...others] = new Set(equal.filter(({ status }) => status < 300).map(createdId));
  check(id !== undefined && others.length === 0, `expected exactly one transaction: ${tally(equal)}`);
  // A request that returned no transaction must have a temporary error, so that the caller repeats the request.
  check(
    equal.every(({ status }) => status < 300 || status === 409 || status === 429 || status >= 500),
    `a refusal is not temporary: ${tally(equal)}`,
  );
  check(createdId(await partner.post('/cross-ramp', body, options)) === id, 'a repetition returned another id');

  const { sourceCurrency, targetCurrency, sourceAmount, targetBankAccount } = body;
  const quoted = await partner.post('/cross-ramp/quotes', { sourceCurrency, targetCurrency, sourceAmount });
  const { quoteId } = quote.parse(expectStatus(quoted, 200, 201).body).data;
  const uses = await Promise.all(
    Array.from({ length: 20 }, () => partner.create('/cross-ramp', { userId, quoteId, targetBankAccount })),
  );
  const [used, second] = uses.filter(({ status }) => status < 300);
  check(used !== undefined && second === undefined, `expected exactly one transaction of the quote: ${tally(uses)}`);
  const ids = [id, createdId(used)];
  const completed = await awaitCompletion(partner, ids);
  const listed = page.parse(expectStatus(await partner.get('/transactions?limit=50'), 200).body).data.data;
  check(listed.length === ids.length, `the list has ${listed.length} transactions instead of ${ids.length}`);
  await checkFeed(partner, completed);
  return `30 equal creations: ${tally(equal)}; 20 uses of one quote: ${tally(uses)}; the feed contains each version once`;
}

const change = z.object({ type: z.string(), id: z.string(), version: z.int() });
const changesPage = z.object({ data: z.object({ data: z.array(change), nextCursor: z.string() }) });

/**
 * Waits until the change feed contains the last version of each completed transaction.
 * @throws CheckFailed if a version is missing, repeated or in the wrong order
 */
async function checkFeed(partner: ApiClient, completed: readonly Transaction[]): Promise<void> {
  const changes: z.infer<typeof change>[] = [];
  let cursor: string | undefined;
  await waitFor('the last versions in the feed', 30, async () => {
    const query = cursor === undefined ? '' : `&cursor=${cursor}`;
    const response = expectStatus(await partner.get(`/changes?limit=50${query}`), 200);
    const { data, nextCursor } = changesPage.parse(response.body).data;
    changes.push(...data);
    cursor = nextCursor;
    const has = ({ id, version }: Transaction) => changes.some((one) => one.id === id && one.version === version);
    return completed.every(has) ? true : undefined;
  });
  for (const { id, version } of completed) {
    const versions = changes.filter((one) => one.type === 'TRANSACTION' && one.id === id).map((one) => one.version);
    const all = Array.from({ length: version }, (_, index) => index + 1);
    check(versions.join() === all.join(), `versions ${versions} of ${id} instead of 1 to ${version}`);
  }
}
