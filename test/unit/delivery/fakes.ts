import type { DeliveryDependencies } from '#functions/workers/deliver-webhook/dependencies';
import { deliveredNotificationKey, duePartition, notificationKey } from '#shared/dynamodb/keys';
import { dueAttributes, indexAttributes, type newItem } from '#shared/webhooks/deliveries/item';
import {
  type DeliveryStore,
  type EndpointResponse,
  type LeaseRequest,
  type LeaseResult,
  type SaveResult,
  Unstorable,
} from '#shared/webhooks/deliveries/repository';
import type { AttemptResult } from '#shared/webhooks/domain/delivery';
import type { Endpoint } from '#shared/webhooks/domain/endpoint';
import type { EventBusSender } from '#shared/webhooks/event-bus-sender';
import { type DeliveryItem, type DeliveryReference, type NotificationItem, toDeliveryKey } from '#shared/webhooks/item';
import { type DeliveryMessage, parseDeliveryMessage } from '#shared/webhooks/messaging/messages';
import {
  delaySeconds,
  type OutgoingMessage,
  type QueueClient,
  type ReceivedMessage,
} from '#shared/webhooks/messaging/queues';
import type { OutboundWebhook } from '#shared/webhooks/sender';

export const FIRST_ATTEMPTS_QUEUE = 'https://queues.test/1/first-attempts';
export const RETRIES_QUEUE = 'https://queues.test/1/retries';
export const STEPS = 'https://queues.test/1/steps';
export const START_MS = Date.parse('2026-11-21T12:00:00.000Z');
const START_AT = new Date(START_MS).toISOString();
export const PARTNER = '01939000-0000-7000-8000-00000000000a';

/** Attributes of a delivery that exist only in the table. */
type TableAttributes = Partial<Pick<ReturnType<typeof newItem>, 'outbox' | 'duePk' | 'dueAt'>>;

export type StoredNotification = NotificationItem & TableAttributes;
export type StoredDelivery = DeliveryItem & TableAttributes;

/** Returns a notification, as the API creates it. */
export function notification(sequence = 1, overrides: Partial<StoredNotification> = {}): StoredNotification {
  const id = `01939000-0000-7000-8000-${String(sequence).padStart(12, '0')}`;
  return {
    ...notificationKey({ kind: 'TX', id: 'tx-1' }, sequence),
    entity: 'NTF',
    id,
    partnerId: PARTNER,
    event: 'CREATED_CROSS_RAMP',
    type: 'TRANSACTION',
    body: JSON.stringify({ event: 'CREATED_CROSS_RAMP', sequence }),
    status: 'PENDING',
    deliveryRun: 1,
    retryAttempts: 0,
    manualRetryCount: 0,
    version: 1,
    createdAt: START_AT,
    updatedAt: START_AT,
    outbox: 'OPEN',
    duePk: duePartition(id),
    dueAt: START_MS + 120_000,
    attempts: [],
    ...overrides,
  };
}

export function defaultEndpoint(overrides: Partial<Endpoint> = {}): Endpoint {
  return {
    id: '01939000-0000-7000-8000-0000000000ff',
    partnerId: PARTNER,
    isDefault: true,
    url: 'https://partner.example/hooks',
    secrets: [{ id: 's1', sealed: 'sealed-1' }],
    createdAt: START_AT,
    updatedAt: START_AT,
    ...overrides,
  };
}

/** Returns an additional endpoint with one sealed secret. */
export function additionalEndpoint(id: string, overrides: Partial<Endpoint> = {}): Endpoint {
  const secrets = [{ id: 's1', sealed: `secret of ${id}` }];
  return defaultEndpoint({ id, isDefault: false, url: `https://${id}.example/hooks`, secrets, ...overrides });
}

/** Maximum size of a table item, in bytes. */
const MAX_BYTES = 400_000;

/** Returns the key of an item in the in-memory store. */
function name(of: DeliveryReference): string {
  const { PK, SK } = toDeliveryKey(of);
  return `${PK}\n${SK}`;
}

/** Copies a delivery, as a read of the table does. Far quicker than `structuredClone`. */
function copyOf(item: StoredDelivery): StoredDelivery {
  const copy = { ...item, attempts: item.attempts.map((attempt) => ({ ...attempt })) };
  for (const [name, value] of Object.entries(copy)) if (value === undefined) Reflect.deleteProperty(copy, name);
  return copy;
}

/** Copies a delivery without the attributes that exist only in the table. */
function decode({ outbox: _outbox, duePk: _duePk, dueAt: _dueAt, ...item }: StoredDelivery): DeliveryItem {
  return copyOf(item);
}

/** In-memory delivery store. The same tests run with this store and with the table. */
export class MemoryStore implements DeliveryStore {
  readonly items = new Map<string, StoredDelivery>();
  /** Endpoint responses that are stored in separate items, by delivery and time of the attempt. */
  readonly responses = new Map<string, string>();
  defaultEndpoint: Endpoint | undefined = defaultEndpoint();
  readonly endpoints = new Map<string, Endpoint>();

  constructor(...items: StoredDelivery[]) {
    for (const item of items) this.put(item);
  }

  put(item: StoredDelivery): void {
    this.items.set(name(item), copyOf(item));
  }

  get(of: DeliveryReference): StoredDelivery {
    const item = this.items.get(name(of));
    if (item === undefined) throw new Error('No such item');
    return copyOf(item);
  }

  async read(of: DeliveryReference): Promise<DeliveryItem | undefined> {
    return this.find(of);
  }

  async readNotification(of: DeliveryReference): Promise<NotificationItem> {
    const item = this.find(deliveredNotificationKey(toDeliveryKey(of)));
    if (item?.entity !== 'NTF') throw new Error('No such notification');
    return item;
  }

  async readAdjacent(of: DeliveryReference, side: 'before' | 'after'): Promise<DeliveryItem | undefined> {
    const key = toDeliveryKey(of);
    const others = [...this.items.values()]
      .filter((item) => item.PK === key.PK && item.status !== 'NOT_SENT')
      .filter((item) => (side === 'before' ? item.SK < key.SK : item.SK > key.SK))
      .toSorted((left, right) => (left.SK < right.SK ? -1 : 1));
    const found = side === 'before' ? others.at(-1) : others.at(0);
    return found && decode(found);
  }

  async block(item: DeliveryItem, previous: DeliveryItem, untilMs: number): Promise<'blocked' | 'released'> {
    const { outbox: _, ...found } = this.get(item);
    if (found.status !== 'PENDING') return 'blocked';
    const before = this.get(previous);
    if (before.status !== 'PENDING' || before.nextReleased !== undefined) return 'released';
    this.put({ ...found, ...dueAttributes(item.id, untilMs) });
    const { outbox: _closed, ...rest } = before;
    this.put({ ...rest, hasWaiter: true });
    return 'blocked';
  }

  async acquireLease({
    delivery: of,
    deliveryRun,
    attemptsMade,
    nowMs,
    leaseUntilMs,
    earlyMs,
  }: LeaseRequest): Promise<LeaseResult> {
    const item = this.find(of);
    if (
      item === undefined ||
      item.status !== 'PENDING' ||
      item.deliveryRun !== deliveryRun ||
      item.retryAttempts !== attemptsMade ||
      (item.leaseUntil ?? Number.NEGATIVE_INFINITY) >= nowMs ||
      (item.nextAttemptAt ?? 0) > nowMs + earlyMs
    ) {
      return { acquired: false, item };
    }
    const leased = { ...item, leaseUntil: leaseUntilMs };
    const { duePk, dueAt } = this.get(of);
    this.put({ ...leased, duePk, dueAt });
    return { acquired: true, item: leased };
  }

  async putResponse(delivery: DeliveryItem, { at, text }: EndpointResponse): Promise<void> {
    this.responses.set(`${name(delivery)} ${at}`, text);
  }

  async save(before: DeliveryItem, after: DeliveryItem): Promise<SaveResult> {
    const current = this.find(before);
    if (current?.version !== before.version || (current.hasWaiter === true && before.hasWaiter !== true))
      return { saved: false, current };
    if (JSON.stringify(after).length > MAX_BYTES) throw new Unstorable('Too large');
    const outbox = after.deliveryRun > before.deliveryRun ? { outbox: 'OPEN' as const } : {};
    this.put({ ...after, ...indexAttributes(after), ...outbox });
    return { saved: true };
  }

  private find(of: DeliveryReference): DeliveryItem | undefined {
    const item = this.items.get(name(of));
    return item && decode(item);
  }

  async readEndpoint(_partnerId: string, endpointId: string | undefined): Promise<Endpoint | undefined> {
    return endpointId === undefined ? this.defaultEndpoint : this.endpoints.get(endpointId);
  }
}

export class MemoryQueues implements QueueClient {
  readonly sent: OutgoingMessage[] = [];
  readonly postponed: { received: ReceivedMessage; waitMs: number }[] = [];

  async send(outgoing: readonly OutgoingMessage[]): Promise<void> {
    this.sent.push(...outgoing);
  }

  async postpone(received: ReceivedMessage, waitMs: number): Promise<void> {
    this.postponed.push({ received, waitMs });
  }

  /** Returns the messages that were sent to the delivery queues since the last call. */
  drain(): { queue: 'first' | 'retry'; message: DeliveryMessage; delayS: number }[] {
    return this.sent.splice(0).map(({ queueUrl, message, delayMs }) => ({
      queue: queueUrl === FIRST_ATTEMPTS_QUEUE ? 'first' : 'retry',
      message: parseDeliveryMessage(JSON.stringify(message)),
      delayS: delaySeconds(delayMs ?? 0),
    }));
  }
}

/** A fake endpoint that returns the listed responses in order and records its requests. */
export class ScriptedSender {
  readonly received: OutboundWebhook[] = [];
  constructor(private readonly responses: (AttemptResult | (() => Promise<AttemptResult>))[] = []) {}

  async send(outbound: OutboundWebhook): Promise<AttemptResult> {
    this.received.push(outbound);
    const response = this.responses.shift() ?? ok;
    return typeof response === 'function' ? response() : response;
  }
}

export const ok: AttemptResult = { statusCode: 204, durationMs: 5, error: null };
export const refused: AttemptResult = { statusCode: 503, durationMs: 7, error: 'HTTP 503' };

/** A clock that moves only when a test sets it or `pause` is called. */
export class Clock {
  constructor(public ms = START_MS) {}
  readonly now = (): number => this.ms;
  readonly pause = async (ms: number): Promise<void> => {
    this.ms += ms;
  };
}

/** Thrown at a crash point of a worker, so that the worker stops there. */
export class Crash extends Error {}

/** Event bus sender for partners without an event bus. */
export const noEventBuses: EventBusSender = {
  put: async () => {
    throw new Error('There is no event bus');
  },
};

/** Dependencies of a delivery worker, with the given stored items and endpoint responses. */
export function workerOn(
  items: NotificationItem[],
  responses: ConstructorParameters<typeof ScriptedSender>[0] = [],
  overrides: Partial<DeliveryDependencies> = {},
) {
  const [store, queues, sender, clock] = [
    new MemoryStore(...items),
    new MemoryQueues(),
    new ScriptedSender(responses),
    new Clock(),
  ];
  const on: DeliveryDependencies = {
    store,
    queues,
    sender,
    eventBuses: noEventBuses,
    targets: {
      forDelivery: async () => ({ kind: 'URL', url: 'https://partner.example/hooks', secrets: ['whsec_AAAA'] }),
    },
    firstAttemptsQueueUrl: FIRST_ATTEMPTS_QUEUE,
    retriesQueueUrl: RETRIES_QUEUE,
    waits: [0, 60, 300, 600, 900],
    now: clock.now,
    pause: clock.pause,
    random: () => 0,
    ...overrides,
  };
  return { store, queues, sender, clock, on };
}
