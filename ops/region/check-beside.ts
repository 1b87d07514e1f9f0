/** Check of items that stand beside what they are about: rows, movements, notifications, answers, quotes, claims, feeds and counts. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { keyOf, type Repair } from '#ops/region/finding';
import { lastPageNumber } from '#shared/changes/repository';
import { absent, equals } from '#shared/dynamodb/expressions';
import {
  deliveredNotificationKey,
  endpointOfPartition,
  feedHeadKey,
  feedPageNumber,
  listCountKey,
  listPartition,
  type RecordKey,
  timelineKey,
  transactionKey,
  userKey,
} from '#shared/dynamodb/keys';
import { addToLists } from '#shared/dynamodb/lists/list-rows';
import { documentClient, readItem, readItems, readRange, type StoredRecord } from '#shared/dynamodb/table';
import { conditionally, type PendingWrite } from '#shared/dynamodb/unit-of-work';
import { deleteItem, updateInput, updateItem } from '#shared/dynamodb/writes';
import { readAnswer } from '#shared/http/idempotency/repository';
import { decodeTransaction } from '#shared/transactions/item';
import { transactionRowKeys } from '#shared/transactions/repository';
import { notificationItem } from '#shared/webhooks/item';
import { notificationFacets, notificationListRow } from '#shared/webhooks/listing/item';

type Check = (items: readonly StoredRecord[]) => Promise<Repair[]>;

const sameKey = (one: RecordKey, other: RecordKey) => one.PK === other.PK && one.SK === other.SK;

interface Named {
  readonly entity: string;
  readonly id: string;
  readonly about: string;
  readonly partnerId?: unknown;
}

function removal({ partnerId = '', ...what }: Named, writes: readonly PendingWrite[]): Repair {
  return { finding: { kind: 'REMOVED', partnerId: String(partnerId), ...what }, writes };
}

/** Reads for each item the one that it is about, in as few calls as there are hundreds. */
async function withSubjects<Item>(items: readonly Item[], toKey: (item: Item) => RecordKey) {
  const found = await readItems(items.map(toKey));
  return items.map((item, index) => ({ item, subject: found[index] }));
}

/** Rows of lists of transactions whose transaction is not there, or has another status. */
const transactionRows: Check = async (items) => {
  const rows = items.filter(({ PK }) => /^L#[^#]*#TX#/.test(String(PK)));
  const found = await withSubjects(rows, ({ SK }) => transactionKey(String(SK)));
  return found.flatMap(({ item, subject }) => {
    const key = keyOf(item);
    const isPlaced =
      subject !== undefined && transactionRowKeys(decodeTransaction(subject)).some((one) => sameKey(one, key));
    return isPlaced ? [] : [removal({ entity: 'ROW', id: key.SK, about: key.PK }, [deleteItem(key)])];
  });
};

/** The same of notifications. */
const notificationRows: Check = async (items) => {
  const rows = items.filter(({ PK, pk }) => /^L#[^#]*#NTF#/.test(String(PK)) && typeof pk === 'string');
  const found = await withSubjects(rows, ({ pk, sk }) => ({ PK: String(pk), SK: String(sk) }));
  return found.flatMap(({ item, subject }) => {
    const key = keyOf(item);
    const isPlaced = subject !== undefined && rowKeysOfNotification(subject).some((one) => sameKey(one, key));
    return isPlaced ? [] : [removal({ entity: 'ROW', id: key.SK, about: key.PK }, [deleteItem(key)])];
  });
};

function rowKeysOfNotification(raw: StoredRecord): RecordKey[] {
  const item = notificationItem.parse(raw);
  return notificationFacets(item).map((facet) => ({ PK: listPartition(item.partnerId, 'NTF', facet), SK: item.id }));
}

/** Notifications without their rows, of a user whose own item is older, and deliveries without their notification. */
const notifications: Check = async (items) => {
  const own = items.filter(({ entity }) => entity === 'NTF');
  const rowKeys = own.flatMap((item) => rowKeysOfNotification(item).map((key, index) => ({ item, key, index })));
  const rows = await withSubjects(rowKeys, ({ key }) => key);
  const ofUsers = await withSubjects(
    own.filter(({ PK }) => String(PK).startsWith('USER#')),
    ({ PK }) => userKey(String(PK).slice('USER#'.length)),
  );
  const deliveries = await withSubjects(
    items.filter(({ PK, entity }) => entity === 'DELIVERY' && endpointOfPartition(String(PK)) !== undefined),
    (item) => deliveredNotificationKey(keyOf(item)),
  );
  const named = ({ id, partnerId, entity }: StoredRecord, about: string) => ({
    entity: String(entity),
    id: String(id),
    partnerId,
    about,
  });
  return [
    ...rows.flatMap(({ item: { item, key, index }, subject }): Repair[] => {
      if (subject !== undefined) return [];
      const parsed = notificationItem.parse(item);
      const writes = addToLists(notificationListRow(parsed), notificationFacets(parsed)).slice(index, index + 1);
      return [
        {
          finding: { kind: 'REBUILT', entity: 'ROW', id: parsed.id, partnerId: parsed.partnerId, about: key.PK },
          writes,
        },
      ];
    }),
    ...ofUsers.flatMap(({ item, subject }) =>
      Number(String(item.SK).slice('NTF#'.length)) <= Number(subject?.sequence ?? 0)
        ? []
        : [removal(named(item, 'ahead of its user'), [deleteItem(keyOf(item))])],
    ),
    ...deliveries.flatMap(({ item, subject }) =>
      subject === undefined ? [removal(named(item, 'without its notification'), [deleteItem(keyOf(item))])] : [],
    ),
  ];
};

/** Movements of the journal whose step never came. */
const movements: Check = async (items) => {
  const rows = items.filter(({ entity }) => entity === 'JOURNAL');
  const versionOf = ({ SK }: StoredRecord) => Number(String(SK).split('#')[1]);
  const steps = await withSubjects(rows, (item) => timelineKey(String(item.transactionId), versionOf(item)));
  const transactions = await withSubjects(rows, ({ transactionId }) => transactionKey(String(transactionId)));
  return rows.flatMap((item, index) => {
    const [step, transaction] = [steps[index]?.subject, transactions[index]?.subject];
    if (step !== undefined && versionOf(item) <= Number(transaction?.version ?? 0)) return [];
    const about = `version ${versionOf(item)}`;
    return [
      removal({ entity: 'JOURNAL', id: String(item.transactionId), partnerId: item.partnerId, about }, [
        deleteItem(keyOf(item)),
      ]),
    ];
  });
};

/** Answer of a creation of a transaction, of any kind. */
const creation = z.object({
  data: z.union([
    z.object({ id: z.string(), destinationWalletAddress: z.string() }),
    z.object({ id: z.string(), sourceBankAccount: z.unknown(), targetBankAccount: z.unknown() }),
  ]),
});

/** Answers to creations whose transaction never came. Without them a repeat makes the transaction. */
const answers: Check = async (items) => {
  const kept = items
    .filter(({ entity }) => entity === 'IDEMPOTENCY')
    .flatMap((item) => {
      const { data } = creation.safeParse(parsed(readAnswer(item)));
      return data === undefined ? [] : [{ item, id: data.data.id }];
    });
  const found = await withSubjects(kept, ({ id }) => transactionKey(id));
  return found.flatMap(({ item: { item, id }, subject }): Repair[] => {
    if (subject !== undefined) return [];
    const partnerId = String(item.PK).split('#')[1] ?? '';
    return [
      {
        finding: { kind: 'LOST', entity: 'IDEMPOTENCY', id, partnerId, about: 'its answer' },
        writes: [deleteItem(keyOf(item))],
      },
    ];
  });
};

/** An answer that is sealed is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Quotes that a transaction has used which never came. */
const quotes: Check = async (items) => {
  const used = items.filter(({ entity, usedBy }) => entity === 'QUOTE' && typeof usedBy === 'string');
  const found = await withSubjects(used, ({ usedBy }) => transactionKey(String(usedBy)));
  return found.flatMap(({ item, subject }) => {
    if (subject !== undefined) return [];
    const { usedBy, id, partnerId } = item;
    const free = updateItem(keyOf(item), { remove: ['usedBy'], condition: equals('usedBy', usedBy) });
    return [removal({ entity: 'QUOTE', id: String(id), partnerId, about: 'the mark of its use' }, [free])];
  });
};

/** Claims of addresses and external ids whose user never came. */
const claims: Check = async (items) => {
  const found = await withSubjects(
    items.filter(({ entity }) => entity === 'UNIQUE'),
    ({ userId }) => userKey(String(userId)),
  );
  return found.flatMap(({ item, subject }) =>
    subject === undefined
      ? [removal({ entity: 'UNIQUE', id: String(item.userId), about: 'its claim' }, [deleteItem(keyOf(item))])]
      : [],
  );
};

/** Feeds whose head names another page than the last. */
const feeds: Check = async (items) => {
  const partnerIds = new Set(
    items.filter(({ entity }) => entity === 'FEED').map(({ PK }) => String(PK).slice('FEED#'.length)),
  );
  const repairs = await Promise.all([...partnerIds].map(feedRepair));
  return repairs.flat();
};

async function feedRepair(partnerId: string): Promise<Repair[]> {
  const key = feedHeadKey(partnerId);
  const [head, { items }] = await Promise.all([
    readItem(key),
    readRange({ partition: key.PK, prefix: 'PAGE#', newestFirst: true, limit: 1 }),
  ]);
  const [page, last] = [lastPageNumber(head), Math.max(0, ...items.map(({ SK }) => feedPageNumber(String(SK))))];
  if (page >= last) return [];
  const condition = page === 0 ? absent('page') : equals('page', page);
  const finding = {
    kind: 'REBUILT',
    entity: 'FEED',
    id: partnerId,
    partnerId,
    about: `its head: page ${last}`,
  } as const;
  return [{ finding, writes: [updateItem(key, { set: { page: last }, condition })] }];
}

const checks: readonly Check[] = [
  transactionRows,
  notificationRows,
  notifications,
  movements,
  answers,
  quotes,
  claims,
  feeds,
];

/** Checks the items of a page. */
export async function checkBeside(items: readonly StoredRecord[]): Promise<Repair[]> {
  return (await Promise.all(checks.map((check) => check(items)))).flat();
}

/** Lists to count among the items of a page: each by its count, or by its rows where it has none. */
export async function listsToCount(items: readonly StoredRecord[]): Promise<string[]> {
  const keys = items.map(({ PK }) => String(PK));
  const counted = keys.filter((key) => key.startsWith('COUNT#')).map((key) => key.slice('COUNT#'.length));
  const lists = [...new Set(keys.filter((key) => key.startsWith('L#')))];
  const counts = await withSubjects(lists, listCountKey);
  return [...counted, ...counts.flatMap(({ item, subject }) => (subject === undefined ? [item] : []))];
}

/** Counts the rows of a list, and stores their number where another is stored. @returns whether it was stored */
export async function recount(partition: string): Promise<boolean> {
  const key = listCountKey(partition);
  const stored = (await readItem(key))?.rows;
  let rows = 0;
  let after: string | undefined;
  do {
    const page = await readRange({ partition, countOnly: true, after });
    rows += page.count;
    after = page.next;
  } while (after !== undefined);
  if (rows === Number(stored ?? 0)) return false;
  const condition = stored === undefined ? absent('rows') : equals('rows', stored);
  const { held } = await conditionally(
    documentClient().send(new UpdateCommand(updateInput(key, { set: { rows }, condition }))),
  );
  return held;
}
