import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type ApiClient, until } from '#local/partner/api-client';
import type { ReceivedWebhook, Receiver } from '#local/partner/webhook-receiver';
import { CONTROL_TARGET } from '#local/wiring/control';
import { newReceiver } from '#test/support/lifetime';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { allItems } from '#test/support/table-census';

const running = await sharedStack();

async function listen(): Promise<Receiver> {
  const receiver = await newReceiver();
  return receiver;
}

const add = (partner: ApiClient, body: object) => partner.post('/webhook-endpoints', body);
const eventsAt = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body).event);
/**
 * Returns two lists of received events: the events of the transaction, and the events of the user. The service guarantees the
 * order within each list only.
 */
const orderAt = (receiver: Receiver) => {
  const events: string[] = eventsAt(receiver);
  return [events.filter((event) => event.endsWith('RAMP')), events.filter((event) => !event.endsWith('RAMP'))];
};
const verifies = (secret: string, { body, headers }: ReceivedWebhook) => new Webhook(secret).verify(body, headers);

const keptEvents = z.object({
  events: z.array(z.looseObject({ 'detail-type': z.string(), detail: z.record(z.string(), z.unknown()) })),
});
let buses = 0;

/** Creates a partner's event bus in another account of the local stack. */
function newEventBus() {
  buses += 1;
  const arn = `arn:aws:events:us-west-2:111122223333:event-bus/bus-${process.pid}-${buses}`;
  const call = async (operation: string, input: object): Promise<unknown> => {
    const headers = { 'x-amz-target': `${CONTROL_TARGET}.${operation}` };
    const body = JSON.stringify({ arn, ...input });
    const response = await fetch(running.stack.controlEndpoint, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${operation}: ${await response.text()}`);
    return response.json();
  };
  return {
    arn,
    received: async () => keptEvents.parse(await call('ListPartnerEvents', {})).events,
    allow: (source: string) => call('SetPartnerBusPolicy', { source }),
  };
}

describe('several endpoints', () => {
  it('are each sent the events that they chose, in order, under one id and signed by their own secret', async () => {
    const partner = await running.newPartner();
    const [first, second, third] = [await listen(), await listen(), await listen()];
    const set = await partner.put('/webhook-settings', { url: first.url });
    const everything = await add(partner, { url: second.url });
    const chosen = { url: third.url, eventTypes: ['VERIFIED_USER', 'COMPLETED_CROSS_RAMP'] };
    const some = await add(partner, chosen);
    expect([everything.status, some.status]).toEqual([201, 201]);
    const userId = await partner.verifiedUser();
    const created = await partner.post('/cross-ramp', partner.crossRamp(userId));
    expect(created.status, created.text).toBe(201);
    await until(() => [first, second, third].every(({ received }, at) => received.length === (at === 2 ? 2 : 7)));
    expect(orderAt(second)).toEqual(orderAt(first));
    expect(eventsAt(third).toSorted()).toEqual(chosen.eventTypes.toSorted());
    const sent = ({ received }: Receiver) => received.map(({ id, body }) => `${id} ${body}`).toSorted();
    expect(sent(second)).toEqual(sent(first));
    expect(sent(first)).toEqual(expect.arrayContaining(sent(third)));
    const secrets = [set, everything, some].map(({ body }) => body.data.secret);
    for (const [at, { received }] of [first, second, third].entries())
      for (const webhook of received) expect(() => verifies(secrets[at], webhook)).not.toThrow();
    expect(() => verifies(secrets[0], second.received[0] ?? failed())).toThrow();

    const id = third.received.find(({ body }) => JSON.parse(body).event === 'COMPLETED_CROSS_RAMP')?.id;
    const shown = () => partner.get(`/webhook-notifications/${id}`);
    const isSent = ({ status }: { status: string }) => status === 'SENT';
    await until(async () => {
      const { data } = (await shown()).body;
      return [data, ...data.deliveries].every(isSent);
    });
    const returned = { status: 'SENT', retryAttempts: 1, nextAttemptAt: null, attempts: [{ statusCode: 200 }] };
    expect((await shown()).body.data).toMatchObject({
      ...{ status: 'SENT', payload: { event: 'COMPLETED_CROSS_RAMP' } },
      deliveries: [everything, some].map(({ body }) => ({ ...returned, endpointId: body.data.id })),
    });
    const deliveries = (await allItems(running.stack, partner.partnerId)).filter(({ entity }) => entity === 'DELIVERY');
    expect(deliveries).toHaveLength(9);
    for (const item of deliveries) expect(item).not.toHaveProperty('body');
  });
});

describe('an endpoint with an event bus', () => {
  const nameOf = ({ detail }: { readonly detail: Record<string, unknown> }) => String(detail.event);

  it('is sent the same bodies in order, in the name of the partner and with no secret', async () => {
    const partner = await running.newPartner();
    const [receiver, bus] = [await listen(), newEventBus()];
    await partner.put('/webhook-settings', { url: receiver.url });
    const created = (await add(partner, { eventBusArn: bus.arn })).body.data;
    expect(created).toMatchObject({
      url: null,
      eventBusArn: bus.arn,
      eventSource: `partner-ramp/${partner.partnerId}`,
    });
    expect(created).not.toHaveProperty('secret');
    await bus.allow(created.eventSource);
    const userId = await partner.verifiedUser();
    expect((await partner.post('/cross-ramp', partner.crossRamp(userId))).status).toBe(201);
    await until(async () => receiver.received.length === 7 && (await bus.received()).length === 7);
    const events = await bus.received();
    for (const event of events)
      expect(event).toMatchObject({
        source: created.eventSource,
        account: created.eventAccountId,
        'detail-type': nameOf(event),
      });
    const posted = receiver.received.map(({ id, body }) => ({ ...JSON.parse(body), id }));
    const byId = (one: { readonly id?: unknown }, other: { readonly id?: unknown }) =>
      String(one.id).localeCompare(String(other.id));
    expect(events.map(({ detail }) => detail).toSorted(byId)).toEqual(posted.toSorted(byId));
    const ofTransaction = (names: readonly string[]) => names.filter((name) => name.endsWith('RAMP'));
    expect(ofTransaction(events.map(nameOf))).toEqual(ofTransaction(eventsAt(receiver)));
    await until(
      async () => (await partner.get(`/webhook-endpoints/${created.id}`)).body.data.health.status === 'HEALTHY',
    );
  });
});

function failed(): never {
  throw new Error('There is no webhook');
}
