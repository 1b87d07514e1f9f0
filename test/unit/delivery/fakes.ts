import type { DeliveryDependencies } from '#functions/workers/deliver-webhook/deliver-webhook';
import {
  type Claim,
  type ClaimAnswer,
  type DeliveryStore,
  type SaveAnswer,
  Unstorable,
} from '#shared/data/deliveries';
import type { NotificationItem } from '#shared/data/items/notification';
import type { WebhookSettingsItem } from '#shared/data/items/webhook-settings';
import { duePartition, type Key, notificationKey } from '#shared/data/keys';
import { type DeliveryMessage, parseDeliveryMessage } from '#shared/delivery/messages';
import { delaySeconds, type Outgoing, type Queues, type Received } from '#shared/delivery/queues';
import type { Attempt, Outbound } from '#shared/delivery/sender';

export const FIRST_LANE = 'https://queues.test/1/first-lane';
export const RETRY_LANE = 'https://queues.test/1/retry-lane';
export const STEPS = 'https://queues.test/1/steps';
export const START_MS = Date.parse('2026-11-21T12:00:00.000Z');
export const PARTNER = '01939000-0000-7000-8000-00000000000a';

/** A notification as the API creates it. */
export function notification(sequence = 1, overrides: Partial<NotificationItem> = {}): NotificationItem {
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
    cycle: 1,
    retryAttempts: 0,
    manualRetryCount: 0,
    version: 1,
    createdAt: new Date(START_MS).toISOString(),
    updatedAt: new Date(START_MS).toISOString(),
    outbox: 'OPEN',
    duePk: duePartition(id),
    dueAt: START_MS + 120_000,
    attempts: [],
    ...overrides,
  };
}

export function settings(overrides: Partial<WebhookSettingsItem> = {}): WebhookSettingsItem {
  return {
    PK: `PARTNER#${PARTNER}`,
    SK: 'WEBHOOK',
    entity: 'WEBHOOK',
    id: '01939000-0000-7000-8000-0000000000ff',
    partnerId: PARTNER,
    url: 'https://partner.example/hooks',
    secrets: [{ id: 's1', sealed: 'sealed-1' }],
    createdAt: new Date(START_MS).toISOString(),
    updatedAt: new Date(START_MS).toISOString(),
    ...overrides,
  };
}

/** An item of the table is no larger. */
const MOST_BYTES = 400_000;

/** The promises of the delivery store, kept in memory. The same tests run against the table. */
export class MemoryStore implements DeliveryStore {
  readonly items = new Map<string, NotificationItem>();
  settings: WebhookSettingsItem | undefined = settings();

  constructor(...items: NotificationItem[]) {
    for (const item of items) this.put(item);
  }

  put(item: NotificationItem): void {
    this.items.set(`${item.PK}\n${item.SK}`, structuredClone(item));
  }

  get(key: Key): NotificationItem {
    const item = this.items.get(`${key.PK}\n${key.SK}`);
    if (item === undefined) throw new Error('No such item');
    return structuredClone(item);
  }

  async read(key: Key): Promise<NotificationItem | undefined> {
    return structuredClone(this.items.get(`${key.PK}\n${key.SK}`));
  }

  async readNeighbour(key: Key, side: 'before' | 'after'): Promise<NotificationItem | undefined> {
    const others = [...this.items.values()]
      .filter((item) => item.PK === key.PK && item.status !== 'NOT_SENT')
      .filter((item) => (side === 'before' ? item.SK < key.SK : item.SK > key.SK))
      .toSorted((left, right) => (left.SK < right.SK ? -1 : 1));
    return structuredClone(side === 'before' ? others.at(-1) : others.at(0));
  }

  async park(item: NotificationItem, behind: NotificationItem, untilMs: number): Promise<'parked' | 'open'> {
    const { outbox: _, ...found } = this.get(item);
    if (found.status !== 'PENDING') return 'parked';
    const before = this.get(behind);
    if (before.status !== 'PENDING' || before.gateOpen !== undefined) return 'open';
    this.put({ ...found, dueAt: untilMs, duePk: duePartition(item.id) });
    const { outbox: _closed, ...rest } = before;
    this.put({ ...rest, awaited: true });
    return 'parked';
  }

  async claim({ key, cycle, k, nowMs, leaseUntilMs, dueAtMs, earlyMs }: Claim): Promise<ClaimAnswer> {
    const item = structuredClone(this.items.get(`${key.PK}\n${key.SK}`));
    if (
      item === undefined ||
      item.status !== 'PENDING' ||
      item.cycle !== cycle ||
      item.retryAttempts !== k ||
      (item.leaseUntil ?? Number.NEGATIVE_INFINITY) >= nowMs ||
      (item.nextAttemptAt ?? 0) > nowMs + earlyMs
    ) {
      return { claimed: false, item };
    }
    const { outbox: _, ...rest } = item;
    this.put({ ...rest, leaseUntil: leaseUntilMs, dueAt: dueAtMs });
    return { claimed: true, item: this.get(key) };
  }

  async save(before: NotificationItem, after: NotificationItem): Promise<SaveAnswer> {
    const current = structuredClone(this.items.get(`${before.PK}\n${before.SK}`));
    if (current?.version !== before.version || (current.awaited === true && before.awaited !== true))
      return { saved: false, current };
    if (JSON.stringify(after).length > MOST_BYTES) throw new Unstorable('Too large');
    this.put(after);
    return { saved: true };
  }

  async readSettings(): Promise<WebhookSettingsItem | undefined> {
    return structuredClone(this.settings);
  }
}

export class MemoryQueues implements Queues {
  readonly sent: Outgoing[] = [];
  readonly postponed: { received: Received; waitMs: number }[] = [];

  async send(outgoing: readonly Outgoing[]): Promise<void> {
    this.sent.push(...outgoing);
  }

  async postpone(received: Received, waitMs: number): Promise<void> {
    this.postponed.push({ received, waitMs });
  }

  /** What was sent to delivery lanes since the last call: lane, id, k and delay in seconds. */
  drain(): { lane: 'first' | 'retry'; message: DeliveryMessage; delayS: number }[] {
    return this.sent.splice(0).map(({ queueUrl, message, delayMs }) => ({
      lane: queueUrl === FIRST_LANE ? 'first' : 'retry',
      message: parseDeliveryMessage(JSON.stringify(message)),
      delayS: delaySeconds(delayMs ?? 0),
    }));
  }
}

/** An endpoint that answers as told, in order, and remembers what it got. */
export class ScriptedSender {
  readonly received: Outbound[] = [];
  constructor(private readonly answers: (Attempt | (() => Promise<Attempt>))[] = []) {}

  async send(outbound: Outbound): Promise<Attempt> {
    this.received.push(outbound);
    const answer = this.answers.shift() ?? ok;
    return typeof answer === 'function' ? answer() : answer;
  }
}

export const ok: Attempt = { statusCode: 204, durationMs: 5, error: null };
export const refused: Attempt = { statusCode: 503, durationMs: 7, error: 'HTTP 503' };

/** A clock that only moves when told to. */
export class Clock {
  constructor(public ms = START_MS) {}
  readonly now = (): number => this.ms;
  readonly pause = async (ms: number): Promise<void> => {
    this.ms += ms;
  };
}

/** A crash at a point of a worker: what comes after it never happens. */
export class Crash extends Error {}

/** What a delivery worker depends on: a store with the given items, an endpoint with the given answers. */
export function workerOn(
  items: NotificationItem[],
  answers: ConstructorParameters<typeof ScriptedSender>[0] = [],
  overrides: Partial<DeliveryDependencies> = {},
) {
  const [store, queues, sender, clock] = [
    new MemoryStore(...items),
    new MemoryQueues(),
    new ScriptedSender(answers),
    new Clock(),
  ];
  const on: DeliveryDependencies = {
    store,
    queues,
    sender,
    endpoints: { of: async () => ({ url: 'https://partner.example/hooks', secrets: ['whsec_AAAA'] }) },
    firstLaneUrl: FIRST_LANE,
    retryLaneUrl: RETRY_LANE,
    waits: [0, 60, 300, 600, 900],
    now: clock.now,
    pause: clock.pause,
    random: () => 0,
    ...overrides,
  };
  return { store, queues, sender, clock, on };
}
