import { EventBridgeClient, EventBridgeServiceException, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localClient } from '#local/engines/local-cloud';
import { type EventBus, startEventBus } from '#local/events/bus';
import { PartnerBuses } from '#local/events/partner-buses';
import { createEventBusSender } from '#shared/webhooks/event-bus-sender';
import { PARTNER } from './fakes';

const eventBusArn = 'arn:aws:events:eu-west-1:222233334444:event-bus/payments';
const outbound = {
  eventBusArn,
  partnerId: PARTNER,
  event: 'VERIFIED_USER',
  body: '{"event":"VERIFIED_USER","id":"n-1"}',
};

describe('an event for a bus of a partner', () => {
  let bus: EventBus;
  let partnerBuses: PartnerBuses;
  const clients: EventBridgeClient[] = [];

  beforeEach(async () => {
    partnerBuses = new PartnerBuses();
    bus = await startEventBus({ busNames: [], rules: [], sqsEndpoint: 'http://127.0.0.1:1', partnerBuses });
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    await bus.stop();
  });

  const sender = () =>
    createEventBusSender((region) => {
      const client = new EventBridgeClient({ ...localClient(bus.endpoint), region, maxAttempts: 1 });
      clients.push(client);
      return client;
    });

  it('is put there in the name of the partner, in the region of the bus', async () => {
    const { put } = sender();
    const sent = await put(outbound);
    expect(sent).toMatchObject({ statusCode: null, error: null });
    expect(partnerBuses.eventsOf(eventBusArn)).toMatchObject([
      {
        ...{ source: `partner-ramp/${PARTNER}`, 'detail-type': 'VERIFIED_USER', region: 'eu-west-1' },
        detail: { event: 'VERIFIED_USER', id: 'n-1' },
      },
    ]);
    const [event] = partnerBuses.eventsOf(eventBusArn);
    expect(event).toMatchObject({ id: JSON.parse(sent.responseBody ?? '').EventId });
    expect(await clients[0]?.config.region()).toBe('eu-west-1');
  });

  it('shares the client of its region with others', async () => {
    const { put } = sender();
    await Promise.all([put(outbound), put(outbound)]);
    await put({ ...outbound, eventBusArn: eventBusArn.replace('eu-west-1', 'us-east-2') });
    expect(clients).toHaveLength(2);
  });

  it.each([
    ['no one', null, 'AccessDeniedException'],
    ['another partner', 'partner-ramp/another', 'NotAuthorizedForSourceException'],
  ])('fails where the policy of the bus allows %s', async (_, source, error) => {
    partnerBuses.allow(eventBusArn, source);
    expect(await sender().put(outbound)).toMatchObject({ statusCode: null, error });
    expect(partnerBuses.eventsOf(eventBusArn)).toEqual([]);
    partnerBuses.allow(eventBusArn, `partner-ramp/${PARTNER}`);
    expect(await sender().put(outbound)).toMatchObject({ error: null });
  });

  it('fails where nothing responds', async () => {
    const { put } = createEventBusSender(
      (region) => new EventBridgeClient({ ...localClient('http://127.0.0.1:1'), region, maxAttempts: 1 }),
    );
    expect(await put(outbound)).toEqual({
      ...{ statusCode: null, error: 'Connection refused' },
      durationMs: expect.any(Number),
    });
  });

  it('of more than 256 KB fails, and says why', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(256 * 1024) });
    expect(await sender().put({ ...outbound, body })).toMatchObject({ error: 'ValidationException' });
  });
});

describe('a response of EventBridge', () => {
  const mocked = () => mockClient(EventBridgeClient);
  let client: ReturnType<typeof mocked>;
  beforeEach(() => {
    client = mocked();
  });
  afterEach(() => client.restore());
  const { put } = createEventBusSender();
  const errorOf = async () => (await put(outbound)).error;

  it.each([
    [
      'a code in an unknown form',
      { ErrorCode: 'User: arn:aws:sts::1:assumed-role/x' },
      'The event bus did not take the event',
    ],
    ['neither id nor code', {}, 'The event bus did not take the event'],
    ['a code beside an id', { EventId: 'e', ErrorCode: 'InternalFailure' }, 'InternalFailure'],
  ])('with %s is a failure', async (_, entry, error) => {
    client.on(PutEventsCommand).resolves({ FailedEntryCount: 1, Entries: [entry] });
    expect(await errorOf()).toBe(error);
  });

  it('that refuses the call is named by its code alone', async () => {
    const message = 'User: arn:aws:sts::111122223333:assumed-role/deliverWebhook is not authorized';
    const refusal = { name: 'AccessDeniedException', $fault: 'client', $metadata: {}, message } as const;
    client.on(PutEventsCommand).rejects(new EventBridgeServiceException(refusal));
    expect(await errorOf()).toBe('AccessDeniedException');
  });

  it('that never comes is a failure', async () => {
    client.on(PutEventsCommand).rejects(Object.assign(new Error('Request aborted'), { name: 'AbortError' }));
    expect(await errorOf()).toBe('Timed out after 10 s');
  });

  it('to an endpoint in an unknown form is never asked for', async () => {
    expect((await put({ ...outbound, eventBusArn: 'payments' })).error).toBe('Request failed');
    expect(client.calls()).toEqual([]);
  });
});
