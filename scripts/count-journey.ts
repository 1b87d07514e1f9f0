/**
 * Counts what a whole cross-ramp consumes, for docs/cost-model.md: it starts a local stack, plays the journey, and has the
 * database tell the capacity of every request. `npx tsx scripts/count-journey.ts` prints a table.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLogFile } from '#local/lambda/log-sink';
import { startStack } from '#local/stack';
import { currentTemplates } from '#local/start/templates';
import { Tally } from '#scripts/count-journey/tally';
import { createPartner } from '#shared/data/partners';
import { ApiClient, until } from '#test/support/api-client';
import { startReceiver } from '#test/support/receiver';

/** What is still on its way when the last state is reached is over after this long. */
const SETTLE_MS = 2500;

const tally = Tally.start();
const root = resolve(import.meta.dirname, '..');
const { cdkOut } = await currentTemplates({ root, print: () => undefined });
const logFile = join(mkdtempSync(join(tmpdir(), 'partner-ramp-count-')), 'functions.log');
const stack = await startStack({
  port: 0,
  cdkOut,
  // A limit that is never reached, so that its cost is counted.
  settings: { SANDBOX_STEP_MS: '50', WEBHOOK_DELAYS_S: '0,1,1,1,1', RATE_LIMIT_RPS: '1000' },
  logSink: openLogFile(logFile),
});
Object.assign(process.env, {
  TABLE_NAME: stack.tableName,
  AWS_ENDPOINT_URL_DYNAMODB: stack.dynamodbEndpoint,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
});
const receiver = await startReceiver();
try {
  const { apiKey, partnerId } = await createPartner({ name: 'Counted', stage: 'sandbox', atMs: Date.now() });
  const partner = new ApiClient(stack.baseUrl, apiKey, partnerId);
  await partner.put('/webhook-settings', { url: receiver.url });
  // Keys and settings are read once per process and minute; a second journey finds them warm.
  for (const named of [false, true]) await play(partner, named);
  process.stdout.write(`${tally.table()}\n`);
} finally {
  await receiver.stop();
  await stack.stop();
}

async function play(partner: ApiClient, counted: boolean): Promise<void> {
  const phase = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    await sleep(SETTLE_MS);
    tally.begin(counted ? name : undefined);
    const result = await work();
    await sleep(SETTLE_MS);
    tally.begin(undefined);
    return result;
  };
  const userId = await phase('user, submission, decision, 2 webhooks', () => partner.verifiedUser());
  const quote = await phase('quote locked', () =>
    partner.post('/cross-ramp/quotes', {
      sourceCurrency: 'MXN',
      targetCurrency: 'USD',
      sourceAmount: 2000.01,
    }),
  );
  const { quoteId } = quote.body.data;
  const { sourceCurrency: _s, targetCurrency: _t, sourceAmount: _a, ...body } = partner.crossRamp(userId);
  const created = await phase('cross-ramp from creation to COMPLETED, 5 webhooks', async () => {
    const answer = await partner.post(
      '/cross-ramp',
      { ...body, quoteId },
      { headers: { 'idempotency-key': crypto.randomUUID() } },
    );
    if (answer.status !== 201) throw new Error(answer.text);
    await sleep(SETTLE_MS);
    return answer;
  });
  const { id } = created.body.data;
  await until(async () => (await partner.get(`/transactions/${id}`)).body.data.status === 'COMPLETED');
  await phase('transaction read once', () => partner.get(`/transactions/${id}`));
  await phase('page of 20 transactions', () => partner.get('/transactions?limit=20'));
  await phase('indicative rate', () =>
    partner.get('/cross-ramp/quotes?sourceCurrency=MXN&targetCurrency=USD&sourceAmount=2000.01'),
  );
}
