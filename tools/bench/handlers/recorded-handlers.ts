import { devNull } from 'node:os';
import { join } from 'node:path';
import { type BuiltFunction, type Subject, toBuilt } from '#bench/functions/subject';
import { withCleanUp } from '#bench/processes';
import { docsFor } from '#docs/endpoint-docs';
import { openLogFile } from '#local/lambda/log-sink';
import { ApiClient, until } from '#local/partner/api-client';
import { startReceiver } from '#local/partner/webhook-receiver';
import { startStack } from '#local/stack';
import { useLocalTable } from '#local/start/local-table';
import { deployableTemplates } from '#local/start/templates';
import { endpoints, workers } from '#shared/contract/endpoints';
import { createPartner } from '#shared/partners/repository';
import { WEBHOOK_URL } from '#shared/webhooks/examples';
import { Tally } from '#test/support/metering/tally';
import { awaitExample, sendExample, story } from '#test/support/scenarios/documented-story';
import { ExampleValues } from '#test/support/scenarios/example-values';
import { scenarioFor } from '#test/support/scenarios/registry';

export interface Recordings {
  readonly handlers: readonly Subject[];
  /** All other functions (not called with a partner's API key), without recorded calls. */
  readonly others: readonly BuiltFunction[];
}

/** No request reaches the rate limit, but the measurement includes the cost of the rate-limit check. */
const SETTINGS = { SANDBOX_STEP_MS: '50', WEBHOOK_DELAYS_S: '0,0,0,0,0', RATE_LIMIT_RPS: '1000' } as const;
/** Number of stored users and transactions, more than one page of each list. */
const STORED = 24;
/**
 * Requests that replace the documented examples: lists with the default page of twenty, and a KYC request without files. The
 * files of the example have URLs of a partner's server, which does not exist here.
 */
const INSTEAD: Partial<Record<string, Parameters<typeof sendExample>[2]>> = {
  listUsers: { query: {} },
  listTransactions: { query: {} },
  listWebhookNotifications: { query: {} },
  startKyc: { body: scenarioFor('startKyc').body },
};

/** Sends the example of every partner operation to a complete local stack, records the network calls, and stops the stack. */
export function recordHandlers(): Promise<Recordings> {
  return withCleanUp(async (atEnd) => {
    const tally = Tally.start();
    const cdkOut = await deployableTemplates({ root: join(import.meta.dirname, '../../..'), print: () => undefined });
    const events = new Map<string, unknown>();
    const stack = await startStack({
      ...{ port: 0, cdkOut, settings: SETTINGS, logSink: openLogFile(devNull) },
      onInvoke: ({ name }, event) => events.set(name, event),
    });
    atEnd(() => stack.stop());
    useLocalTable(stack.dynamodbEndpoint, stack.tableName);
    const { apiKey, partnerId } = await createPartner({ name: 'Measured', stage: 'sandbox', atMs: Date.now() });
    const partner = new ApiClient(stack.baseUrl, apiKey, partnerId);
    const receiver = await startReceiver();
    atEnd(() => receiver.stop());
    const values = new ExampleValues([[WEBHOOK_URL, receiver.url]]);
    for (let n = 0; n < STORED; n += 1) await partner.newUser();
    const handlers: Subject[] = [];
    for (const id of story) {
      if (id === 'getTransaction') await storeTransactions(partner, values);
      await awaitExample(id, { partner, receiver, values });
      const { name = '', folder = '' } = stack.functions[id] ?? {};
      stack.reload([folder]);
      tally.begin();
      const { status, text, body } = await sendExample(id, { partner, values }, INSTEAD[id]);
      const calls = tally.end().made.filter(({ owner }) => owner === name);
      if (status !== docsFor(id).contract.status) throw new Error(`${id} returned ${status}: ${text}`);
      values.learn(docsFor(id).example.data, body?.data);
      handlers.push({ ...toBuilt(stack, id), event: events.get(name), status, calls, atMs: Date.now() });
    }
    const others = [...endpoints, ...workers].filter(({ id }) => !story.includes(id));
    return { handlers, others: others.map(({ id }) => toBuilt(stack, id)) };
  });
}

async function storeTransactions(partner: ApiClient, values: ExampleValues): Promise<void> {
  const body = partner.crossRamp(String(values.apply(docsFor('getUser').example.path?.userId)));
  for (let n = 0; n < STORED; n += 1) await partner.post('/cross-ramp', body);
  await until(async () => (await partner.get('/transactions?status=COMPLETED')).body.data.count === STORED + 1);
}
