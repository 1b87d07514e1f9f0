import { expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { newReceiver } from '#test/support/lifetime';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

it('hands the trace of a request on with the webhooks that it causes, to every endpoint, in retries and replays', async () => {
  const [own, receiver, second] = [await running.newPartner(), await newReceiver(), await newReceiver()];
  await own.put('/webhook-settings', { url: receiver.url });
  const userId = await own.verifiedUser();
  expect((await own.post('/webhook-endpoints', { url: second.url })).status).toBe(201);
  receiver.received.length = 0;
  let attempts = 0;
  receiver.respond = ({ body }) => {
    if (JSON.parse(body).event !== 'CREATED_CROSS_RAMP') return { status: 200 };
    attempts += 1;
    return { status: attempts === 1 ? 500 : 200 };
  };
  const created = await own.post('/cross-ramp', own.crossRamp(userId), { headers: { traceparent } });
  expect(created.status, created.text).toBe(201);
  // Responses contain no `traceparent`, because the service records no traces (docs/adr/011).
  expect(created.headers.get('traceparent')).toBeNull();
  const traces = (of: typeof receiver, event: string) =>
    of.received.filter(({ body }) => JSON.parse(body).event === event).map(({ headers }) => headers.traceparent);
  await until(() => traces(receiver, 'COMPLETED_CROSS_RAMP').length === 1 && attempts === 2);
  await until(() => traces(second, 'COMPLETED_CROSS_RAMP').length === 1);
  expect(traces(receiver, 'CREATED_CROSS_RAMP')).toEqual([traceparent, traceparent]);
  expect(traces(second, 'CREATED_CROSS_RAMP')).toEqual([traceparent]);
  // Events that a bank or worker causes later do not have the trace of the request.
  expect(traces(receiver, 'COMPLETED_CROSS_RAMP')).toEqual([undefined]);
  const other = { headers: { traceparent: traceparent.replace('0af', '1af') } };
  const replayed = await own.post('/webhook-notifications/replay', { eventType: 'CREATED_CROSS_RAMP' }, other);
  expect(replayed.status, replayed.text).toBe(202);
  await until(() => traces(receiver, 'CREATED_CROSS_RAMP').length === 3);
  expect(traces(receiver, 'CREATED_CROSS_RAMP')[2]).toBe(traceparent);
});

it('ignores a malformed one: the request is carried out, and its webhook has none', async () => {
  const [own, receiver] = [await running.newPartner(), await newReceiver()];
  await own.put('/webhook-settings', { url: receiver.url });
  for (const malformed of [traceparent.toUpperCase(), `${traceparent}-more`, '00-1-2-3', `${'0'.repeat(5000)}`]) {
    const response = await own.post('/webhook-settings/test', undefined, { headers: { traceparent: malformed } });
    expect(response.status, response.text).toBe(201);
  }
  await until(() => receiver.received.length === 4);
  expect(receiver.received.map(({ headers }) => headers.traceparent)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
