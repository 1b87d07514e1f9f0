/** Check of one transaction: its item against everything that was written together with it. */

import { type Arrived, recordsWithoutStep } from '#ops/region/arrived';
import { checkOrders } from '#ops/region/check-orders';
import { keyOf, type Repair } from '#ops/region/finding';
import { isRebuilt, rebuildStep } from '#ops/region/rebuild-step';
import { equals } from '#shared/dynamodb/expressions';
import {
  heldTransactionKey,
  journalKey,
  type RecordKey,
  transactionKey,
  userKey,
  webhookSettingsKey,
} from '#shared/dynamodb/keys';
import { readItems, readPartition, type StoredRecord } from '#shared/dynamodb/table';
import { checkItem, deleteItem } from '#shared/dynamodb/writes';
import { stateMachines } from '#shared/transactions/domain/transition-table';
import { holdWrites } from '#shared/transactions/holds/repository';
import { decodeTransaction } from '#shared/transactions/item';
import {
  decodeStep,
  eventNotificationWrites,
  journalWrites,
  transactionRowKeys,
  transactionRowWrites,
} from '#shared/transactions/repository';
import { decodeUser } from '#shared/users/item';
import { chooseRecipients } from '#shared/webhooks/repository';

const numberOf = ({ SK }: StoredRecord) => Number(String(SK).split('#')[1]);
const startsWith =
  (prefix: string) =>
  ({ SK }: StoredRecord) =>
    String(SK).startsWith(prefix);

/** Checks a transaction. @param atMs epoch ms */
export async function checkTransaction(id: string, atMs: number): Promise<Repair[]> {
  const items = await readPartition(transactionKey(id).PK);
  const meta = items.find(({ SK }) => SK === 'META');
  if (meta === undefined) return items.length === 0 ? [] : [lostCreation(id, items)];
  const transaction = decodeTransaction(meta);
  const { version, partnerId } = transaction;
  const unchanged = checkItem(transactionKey(id), equals('version', version));
  const repair: Arrived['repair'] = (kind, what, writes = []) => ({
    finding: { kind, id, partnerId, ...what },
    writes: writes.length === 0 ? [] : [unchanged, ...writes],
  });
  const stored = items.filter(startsWith('EVENT#')).map((item) => ({ ...decodeStep(item), version: numberOf(item) }));
  const arrived = { transaction, items, repair, atMs, steps: stored.filter((step) => step.version <= version) };
  const rebuilt = isRebuilt(arrived) ? [] : rebuildStep(arrived);
  const steps = [...arrived.steps, ...rebuilt.flatMap(({ step }) => step ?? [])];
  const complete = { ...arrived, steps };
  return [
    ...aheadRepairs(arrived),
    ...rebuilt.map((one) => one.repair),
    ...(await besideRepairs(complete)),
    ...(await notificationRepairs(complete)),
    ...checkOrders(complete),
  ];
}

/** Parts of a creation whose transaction never came: a repeat of the request makes it, under another id. */
function lostCreation(id: string, items: readonly StoredRecord[]): Repair {
  const partnerId = String(items.find((item) => typeof item.partnerId === 'string')?.partnerId ?? '');
  const finding = { kind: 'LOST', entity: 'TX', id, partnerId, about: 'its creation' } as const;
  return { finding, writes: items.map((item) => deleteItem(keyOf(item))) };
}

/** Parts of a later version than the transaction is at. */
function aheadRepairs({ transaction, items, repair, steps }: Arrived): Repair[] {
  const { version, sequence } = transaction;
  const ahead = [
    ...items.filter(startsWith('EVENT#')).filter((item) => numberOf(item) > version),
    ...items.filter(startsWith('NTF#')).filter((item) => numberOf(item) > sequence),
    ...recordsWithoutStep({ items, steps }).filter(({ atMs }) => Number(atMs) > transaction.updatedAtMs),
  ];
  return ahead.map((item) => {
    const about = item.entity === 'PROVIDER_EVENT' ? `${String(item.SK)} ${String(item.trigger)}` : String(item.SK);
    return repair('REMOVED', { entity: String(item.entity), about }, [deleteItem(keyOf(item))]);
  });
}

/** List rows, movements of the journal, and the mark of a hold. */
async function besideRepairs({ transaction, steps, items, repair }: Arrived): Promise<Repair[]> {
  const { id, partnerId, hold } = transaction;
  const moved = steps.filter(({ entries }) => entries.length > 0);
  const rowKeys = transactionRowKeys(transaction);
  const journalKeys = moved.map(({ version, atMs }) =>
    journalKey(id, version, new Date(atMs).toISOString().slice(0, 10)),
  );
  const found = await readItems([...rowKeys, ...journalKeys]);
  const rows = transactionRowWrites(transaction);
  const missing = (key: RecordKey, index: number) => (found[index] === undefined ? [{ key, index }] : []);
  const mark = items.find(({ SK }) => SK === heldTransactionKey(id).SK);
  return [
    ...rowKeys
      .flatMap(missing)
      .map(({ key, index }) => repair('REBUILT', { entity: 'ROW', about: key.PK }, rows.slice(index, index + 1))),
    ...journalKeys
      .map((key, index) => ({ key, step: moved[index], isThere: found[rowKeys.length + index] !== undefined }))
      .flatMap(({ step, isThere }) => (step === undefined || isThere ? [] : [step]))
      .map(({ version, ...step }) =>
        repair(
          'REBUILT',
          { entity: 'JOURNAL', about: `version ${version}` },
          journalWrites({ id, partnerId, version }, step),
        ),
      ),
    ...(hold !== undefined && mark === undefined
      ? [
          repair(
            'REBUILT',
            { entity: 'HOLD', about: 'its mark' },
            holdWrites({ ...transaction, hold: undefined }, transaction),
          ),
        ]
      : []),
    ...(hold === undefined && mark !== undefined
      ? [repair('REMOVED', { entity: 'HOLD', about: 'its mark' }, [deleteItem(keyOf(mark))])]
      : []),
  ];
}

/** The newest notification follows from the last step; an earlier one would show another state than its own. */
async function notificationRepairs(arrived: Arrived): Promise<Repair[]> {
  const { transaction, steps, items, repair } = arrived;
  const { sequence, partnerId, userId, kind } = transaction;
  const numbers = new Set(items.filter(startsWith('NTF#')).map(numberOf));
  const missing = Array.from({ length: sequence }, (_, index) => index + 1).filter((number) => !numbers.has(number));
  if (missing.length === 0) return [];
  const { createdEvent, edges } = stateMachines[kind];
  const events = [
    createdEvent,
    ...steps.flatMap(
      (step) =>
        edges.find(({ from, to, on }) => from === step.from && to === step.to && on === step.trigger)?.event ?? [],
    ),
  ];
  const event = events.length === sequence && missing.includes(sequence) ? events.at(-1) : undefined;
  const [user, settings] = await readItems([userKey(userId), webhookSettingsKey(partnerId)]);
  const lost = missing.filter((number) => event === undefined || number < sequence);
  return [
    ...lost.map((number) =>
      repair('LOST', { entity: 'NTF', about: `notification ${number} ${events[number - 1] ?? ''}`.trim() }),
    ),
    ...(event === undefined || user === undefined
      ? []
      : [
          repair(
            'REBUILT',
            { entity: 'NTF', about: `notification ${sequence} ${event}` },
            eventNotificationWrites(event, transaction, {
              user: decodeUser(user),
              recipients: chooseRecipients(settings, event),
            }),
          ),
        ]),
  ];
}
