import { readFileSync } from 'node:fs';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { announce } from '#test/support/announce';
import { newReceiver } from '#test/support/lifetime';
import { ownStack } from '#test/support/own-stack';
import { ops } from '#test/unit/ops/tool';

const running = await ownStack({ settings: { WEBHOOK_DELAYS_S: '0,0,0,0,0' } });
const receiver = await newReceiver();
const folder = announce(running);
const partner = await running.newPartner();
await partner.put('/webhook-settings', { url: receiver.url });
const userId = await partner.verifiedUser();
const created = await partner.post('/cross-ramp', partner.crossRamp(userId));
const transactionId = created.body.data.id;
await sent(7);

/** Waits until exactly `count` notifications of the partner have the status `SENT`. */
async function sent(count: number): Promise<void> {
  await until(async () => {
    const response = await partner.get('/webhook-notifications?status=SENT');
    return response.body.data.count === count;
  });
}
const run = async (...args: string[]) => {
  const result = await ops([...args, '--data-dir', folder, '--json']);
  return { ...result, json: result.out === '' ? undefined : JSON.parse(result.out) };
};
const findDeliveries = (id: string) => receiver.received.filter((webhook) => webhook.id === id);
const list = (...args: string[]) => run('notification', 'list', '--partner', partner.partnerId, ...args);

describe('notifications', () => {
  it('are listed oldest first, by status, event and time, without their payloads', async () => {
    const { json, out } = await list();
    expect(json.notifications.map(({ event }: { event: string }) => event)).toEqual([
      'CREATED_KYC',
      'VERIFIED_USER',
      'CREATED_CROSS_RAMP',
      'FIAT_RECEIVED_CROSS_RAMP',
      'IN_PROGRESS_CROSS_RAMP',
      'BANK_TRANSFER_PENDING_CROSS_RAMP',
      'COMPLETED_CROSS_RAMP',
    ]);
    expect(json.more).toBe(false);
    expect(out).not.toContain('Ana');
    const [first] = json.notifications;
    expect((await list('--limit', '1')).json).toMatchObject({ more: true, notifications: [first] });
    expect((await list('--status', 'failed')).json.notifications).toEqual([]);
    expect((await list('--event', 'COMPLETED_CROSS_RAMP')).json.notifications).toHaveLength(1);
    expect((await list('--to', '2020-01-01T00:00Z')).json.notifications).toEqual([]);
  });

  it('are replayed one by one, with the same bytes', async () => {
    const [{ id }] = (await list('--event', 'CREATED_CROSS_RAMP')).json.notifications;
    const result = await run('notification', 'replay', '--partner', partner.partnerId, '--id', id);
    expect(result).toMatchObject({ code: 0, error: '', json: { accepted: 1 } });
    await until(() => findDeliveries(id).length === 2);
    const [first, second] = findDeliveries(id);
    expect(second?.body).toBe(first?.body);
    await sent(7);
  });

  it('are replayed by a range', async () => {
    const before = receiver.received.length;
    const range = ['--partner', partner.partnerId, '--status', 'SENT'];
    const result = await run('notification', 'replay', ...range);
    expect(result).toMatchObject({ code: 0, json: { accepted: 7, nextCreatedFrom: null } });
    await until(() => receiver.received.length >= before + 7);
    await sent(7);
  });

  it('are replayed by their transaction, in its order', async () => {
    const before = receiver.received.length;
    const result = await run('transaction', 're-emit', '--id', transactionId);
    expect(result).toMatchObject({ code: 0, json: { transactionId, accepted: 5, onTheirWay: 0 } });
    await until(() => receiver.received.length >= before + 5);
    await sent(7);
  });

  it('are shown, listed and replayed by webhook endpoint', async () => {
    const { partnerId } = partner;
    const further = await newReceiver();
    further.respond = () => ({ status: 500 });
    const { id: toEndpoint } = (await partner.post('/webhook-endpoints', { url: `${further.url}?token=secret` })).body
      .data;
    const endpoints = async () => {
      const { json, out } = await run('webhook-endpoint', 'list', '--partner', partnerId);
      expect(out).not.toContain('secret');
      return json.endpoints;
    };
    const at = ['--partner', partnerId, '--to-endpoint', toEndpoint];
    expect((await run('notification', 'list', ...at, '--status', 'NOT_SENT')).json.notifications).toHaveLength(7);
    const created = ['--event', 'CREATED_CROSS_RAMP', '--status', 'NOT_SENT'];
    expect((await run('notification', 'replay', ...at, ...created)).json).toMatchObject({ accepted: 1 });
    const failed = async () => (await run('notification', 'list', ...at, '--status', 'FAILED')).json.notifications;
    await until(() => further.received.length === 5);
    await until(async () => (await failed()).length === 1);
    const [{ id, status, attempts }] = await failed();
    expect([status, attempts]).toEqual(['FAILED', 5]);
    const shown = await run('notification', 'show', '--partner', partnerId, '--id', id);
    expect(shown.json.deliveries).toMatchObject([
      { endpointId: null, status: 'SENT', lastError: null },
      { endpointId: toEndpoint, status: 'FAILED', attempts: 5, lastError: 'HTTP 500' },
    ]);
    expect(shown.out).not.toContain('Ana');
    const { host } = new URL(further.url);
    expect(await endpoints()).toMatchObject([
      { isDefault: true, health: { status: 'HEALTHY' }, pending: 0 },
      { id: toEndpoint, isDefault: false, host, health: { status: 'FAILING', lastError: 'HTTP 500' }, pending: 0 },
    ]);
    // The webhook receiver responds only after the test has counted the pending deliveries.
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    further.respond = () => released.then(() => ({ status: 204 }));
    const rest = await run('notification', 'replay', ...at, '--status', 'NOT_SENT');
    expect(rest.json).toMatchObject({ accepted: 6 });
    expect((await endpoints())[1]).toMatchObject({ pending: 6 });
    release();
    await until(async () => (await endpoints())[1].pending === 0);
    const eventBusArn = 'arn:aws:events:eu-west-1:222233334444:event-bus/payments';
    const onBus = (await partner.post('/webhook-endpoints', { eventBusArn })).body.data.id;
    expect((await endpoints())[2]).toMatchObject({ id: onBus, host: null, eventBusArn });
    await partner.send('DELETE', `/webhook-endpoints/${onBus}`);
    await until(async () => (await endpoints())[1].health.status === 'HEALTHY');
    expect((await run('notification', 'list', ...at, '--status', 'SENT')).json.notifications).toHaveLength(6);
    await partner.send('DELETE', `/webhook-endpoints/${toEndpoint}`);
    const gone = await run('notification', 'replay', ...at, '--status', 'SENT');
    expect(gone).toMatchObject({ code: 1, error: `The partner has no webhook endpoint ${toEndpoint}.\n` });
    expect((await run('webhook-endpoint', 'list', '--partner', transactionId)).code).toBe(1);
  });

  it('are not replayed without an address, a notification or a partner', async () => {
    const other = await running.newPartner();
    const id = partner.partnerId;
    for (const [partnerId, error] of [
      [other.partnerId, 'The partner has no webhook URL.\n'],
      [transactionId, `There is no partner ${transactionId}.\n`],
    ] as const) {
      const result = await run('notification', 'replay', '--partner', partnerId, '--id', id);
      expect(result).toMatchObject({ code: 1, out: '', error });
    }
    const unknown = await run('notification', 'replay', '--partner', id, '--id', id);
    expect(unknown).toMatchObject({ code: 1, error: `The partner has no notification ${id}.\n` });
  });
});

describe('provider events', () => {
  it('of operators change a transaction once, and only where the transition exists', async () => {
    const userId = await partner.verifiedUser();
    // For this amount, the sandbox does not simulate a deposit.
    const body = partner.crossRamp(userId, { sourceAmount: 3000 });
    const { id } = (await partner.post('/cross-ramp', body)).body.data;
    const event = ['--transaction', id, '--type', 'deposit_received', '--event-id', 'ticket-1'];
    const first = await run('provider-event', 'send', ...event);
    expect(first, first.error).toMatchObject({
      code: 0,
      json: { outcome: 'applied', status: 'FIAT_RECEIVED' },
    });
    expect(await run('provider-event', 'send', ...event)).toMatchObject({
      code: 0,
      json: { outcome: 'repeated' },
    });
    const refund = ['--transaction', id, '--type', 'REFUND_PAID', '--event-id', 'ticket-2'];
    const refused = await run('provider-event', 'send', ...refund);
    expect(refused).toMatchObject({ code: 1, json: { outcome: 'refused' } });
    expect(refused.error).toContain('does not accept REFUND_PAID');
    const odd = ['--transaction', id, '--type', 'PAYOUT_COMPLETED', '--event-id', 'ticket-3', '--amount', '1.00'];
    const differing = await run('provider-event', 'send', ...odd, '--currency', 'MXN');
    expect(differing).toMatchObject({ code: 1 });
    expect(differing.error).toContain('The transaction expects another amount');
    const { timeline } = (await run('transaction', 'show', '--id', id)).json;
    expect(timeline[1]).toMatchObject({ to: 'FIAT_RECEIVED', cause: 'operator:ticket-1' });
  });
});

describe('records that the stream mapping gave up', () => {
  it('is replayed into the feed of changes once, and what cannot be read is kept', async () => {
    const { sqsEndpoint, queues } = running.stack;
    const queueUrl = Object.entries(queues).find(([name]) => /outbox-?discarded/i.test(name))?.[1];
    const sqs = new SQSClient({
      endpoint: sqsEndpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      useQueueUrlAsEndpoint: false,
    });
    for (const MessageBody of ['not a range', JSON.stringify(rangeFor('publishEvents'))])
      await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody }));
    sqs.destroy();
    const result = await run('stream', 'replay');
    expect(result).toMatchObject({ code: 1, json: { replayed: 0, redriven: 1, kept: 1, changes: 0 } });
    expect(result.error).toContain('1 ranges are unreadable');
  });
});

function rangeFor(worker: string) {
  return {
    requestContext: { functionArn: `arn:aws:lambda:us-east-1:000000000000:function:${worker}Function` },
    DDBStreamBatchInfo: {
      shardId: 'shardId-000',
      startSequenceNumber: '1',
      endSequenceNumber: '2',
      streamArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/t/stream/s',
    },
  };
}

it('every action is stored with its operator, and without personal data', async () => {
  const { json } = await run('audit', 'list', '--partner', partner.partnerId);
  expect(json.entries.map(({ verb }: { verb: string }) => verb)).toEqual([
    'partner create',
    'notification replay',
    'notification replay',
    'transaction re-emit',
    'notification replay',
    'notification replay',
    'provider-event send',
    'provider-event send',
  ]);
  for (const entry of json.entries.slice(1)) expect(entry.operator).toMatch(/\S/);
  const all: { verb: string; partnerId: string }[] = (await run('audit', 'list')).json.entries;
  const verbsAt = (id: string) => all.filter(({ partnerId }) => partnerId === id).map(({ verb }) => verb);
  expect(verbsAt('PLATFORM')).toEqual(['stream replay']);
  expect(verbsAt(partner.partnerId)).toHaveLength(json.entries.length);
});

it('every request logs one line with its metrics and its transaction', () => {
  const lines = readFileSync(running.logFile, 'utf8')
    .split('\n')
    .flatMap((line) => (line.includes('"message":"request"') ? [JSON.parse(line.slice(line.indexOf('{')))] : []));
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) {
    expect(line).toMatchObject({
      Stage: 'sandbox',
      requestId: expect.any(String),
      durationMs: expect.any(Number),
    });
    expect(line._aws.CloudWatchMetrics[0].Metrics).toEqual([{ Name: 'durationMs', Unit: 'Milliseconds' }]);
    if (line.endpoint === 'createCrossRamp') expect(line.transactionId).toMatch(/^[0-9a-f-]{36}$/);
  }
  expect(lines.map(({ transactionId: id }) => id)).toContain(transactionId);
});

it('committed business events are counted, in one line per invocation of a worker', async () => {
  const counted = () =>
    readFileSync(running.logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"CROSS_RAMP_COMPLETED":1'));
  await until(() => counted().length >= 1);
  expect(counted().length).toBe(1);
});
