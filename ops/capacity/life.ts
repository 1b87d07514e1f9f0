import {
  bankAccountKey,
  idempotencyItemKey,
  journalKey,
  listPartition,
  quoteKey,
  transactionKey,
  userKey,
} from '#shared/dynamodb/keys';

/** A write to a partition key, in write units, as the stream then brings it to `projectChanges`. */
interface Write {
  readonly key: string;
  readonly units: number;
  /**
   * A row of a list is counted; a change goes into the partner's feed; a movement of money is summed up for its partner and day;
   * anything else concerns no reader.
   */
  readonly brings: 'row' | 'change' | 'movement' | 'nothing';
}

/** The writes of a transaction at one instant of its life. */
export interface Phase {
  /** Since its creation. */
  readonly afterMs: number;
  readonly writes: readonly Write[];
  /** Records of it that `publishEvents` takes. */
  readonly outboxRecords: number;
}

/** Between two reports of a transaction. */
const STEP_MS = 2000;
/** From an event to the outcome of its webhook. */
const DELIVERY_MS = 400;
const DAY = '2026-01-15';
const STATUSES = [
  'PENDING',
  'FIAT_RECEIVED',
  'IN_PROGRESS',
  'READY_BANK_TRANSFER',
  'BANK_TRANSFER_PENDING',
  'COMPLETED',
];
/** No webhook reports this one. */
const SILENT = 'READY_BANK_TRANSFER';

/**
 * The life of a cross-ramp, from its creation to `COMPLETED` with its five webhooks, on the keys that the service writes.
 * `test/integration/journey-units.test.ts` compares its keys, units and records with what is counted.
 */
export function crossRampLife(id: {
  readonly partner: string;
  readonly user: string;
  readonly transaction: string;
}): Phase[] {
  return [...STATUSES.entries()].flatMap(([index, status]) => {
    const afterMs = index * STEP_MS;
    const reported = { afterMs, writes: changeOfStatus(id, index), outboxRecords: outbox(index) };
    return status === SILENT ? [reported] : [reported, delivery(id, afterMs + DELIVERY_MS)];
  });
}

type Ids = Parameters<typeof crossRampLife>[0];

/** Each report but the last opens the next step, and all but one a notification. */
function outbox(index: number): number {
  return Number(index < STATUSES.length - 1) + Number(STATUSES[index] !== SILENT);
}

function changeOfStatus(id: Ids, index: number): Write[] {
  const [status = '', before] = [STATUSES[index], STATUSES[index - 1]];
  const list = (facet: string) => listPartition(id.partner, 'TX', facet);
  const own = transactionKey(id.transaction).PK;
  return [
    ...(index === 0 ? creation(id) : []),
    ...(before === undefined ? [] : [row(list(`STATUS#${before}#TYPE#CROSS_RAMP`))]),
    row(list(`STATUS#${status}#TYPE#CROSS_RAMP`)),
    { key: own, units: index === 0 ? 6 : 4, brings: 'change' },
    { key: own, units: 4, brings: 'nothing' },
    ...(status === SILENT ? [] : notification(id, status)),
    // The deposit, the conversion and the payout are posted.
    ...(['FIAT_RECEIVED', 'BANK_TRANSFER_PENDING', 'COMPLETED'].includes(status)
      ? [{ key: journalKey(id.transaction, index, DAY).PK, units: 2, brings: 'movement' } as const]
      : []),
  ];
}

function creation(id: Ids): Write[] {
  const list = (facet: string) => listPartition(id.partner, 'TX', facet);
  const bank = bankAccountKey(id.transaction).PK;
  return [
    // Operators find the transaction by its deposit, and the account by its number: an entry of the index each.
    { ...row(list('ALL')), units: 3 },
    row(list('TYPE#CROSS_RAMP')),
    row(list(`USER#${id.user}`)),
    row(listPartition(id.partner, 'BANK', `USER#${id.user}`)),
    { key: bank, units: 3, brings: 'change' },
    { key: quoteKey(id.transaction).PK, units: 2, brings: 'change' },
    { key: userKey(id.user).PK, units: 4, brings: 'nothing' },
    { key: `BANKOF#USER#${id.user}`, units: 2, brings: 'nothing' },
    { key: idempotencyItemKey(id.partner, id.user, id.transaction).PK, units: 2, brings: 'nothing' },
  ];
}

function notification(id: Ids, status: string): Write[] {
  const event = status === 'PENDING' ? 'CREATED' : status;
  const list = (facet: string) => listPartition(id.partner, 'NTF', facet);
  return [
    row(list('ALL')),
    row(list('STATUS#PENDING')),
    row(list(`TYPE#${event}_CROSS_RAMP`)),
    { key: transactionKey(id.transaction).PK, units: 2, brings: 'change' },
  ];
}

/** The lease of an attempt, and its outcome. */
function delivery(id: Ids, afterMs: number): Phase {
  const list = (facet: string) => listPartition(id.partner, 'NTF', facet);
  const own = transactionKey(id.transaction).PK;
  const writes: Write[] = [
    { key: own, units: 1, brings: 'nothing' },
    { key: own, units: 2, brings: 'change' },
    row(list('STATUS#PENDING')),
    row(list('STATUS#SENT')),
  ];
  return { afterMs, writes, outboxRecords: 0 };
}

/** A list row that comes or goes, in a transaction. */
function row(key: string): Write {
  return { key, units: 2, brings: 'row' };
}
