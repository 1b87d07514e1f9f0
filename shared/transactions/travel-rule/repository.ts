/**
 * Travel-rule data of a transaction: a separate encrypted item. KMS derives a separate encryption key for each transaction; the
 * key is never stored (docs/adr/019). No list, feed, event or response contains the item.
 */
import * as z from 'zod/mini';
import { travelRuleKey } from '#shared/dynamodb/keys';
import { readRecord } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent } from '#shared/dynamodb/writes';
import { deriveKey } from '#shared/links/link-tokens';
import { openText, type Seal, sealText } from '#shared/platform/sealed-text';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { MAX_TRAVEL_RULE_BYTES } from './bounds';
import type { TravelRule } from './ivms101';

const travelRuleItem = z.object({ sealed: z.string() });
const openedBlock = z.record(z.string(), z.unknown());

type Owner = Pick<Transaction, 'id' | 'partnerId' | 'userId'>;

async function sealFor({ id, partnerId, userId }: Owner): Promise<Seal> {
  return { key: await deriveKey(`travel-rule:${id}`), boundTo: `${partnerId}\n${userId}\n${id}` };
}

/** Builds the write of a transaction's travel-rule data, if there is data. Needs LINK_KEY_ID and the grant `link-key-mac`. */
export async function travelRuleWrites(owner: Owner, block: TravelRule | undefined): Promise<PendingWrite[]> {
  if (block === undefined) return [];
  const { id: transactionId, partnerId, userId } = owner;
  const sealed = sealText(JSON.stringify(block), await sealFor(owner));
  return [
    putIfAbsent({ ...travelRuleKey(transactionId), entity: 'TRAVEL_RULE', transactionId, partnerId, userId, sealed }),
  ];
}

/**
 * Reads and decrypts travel-rule data; `undefined` if absent or erased. Needs LINK_KEY_ID and the grant `link-key-mac`.
 * @throws Error when the item was encrypted for another transaction
 */
export async function findTravelRule(transaction: Transaction): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (transaction.travelRule !== true) return undefined;
  const item = await readRecord(travelRuleKey(transaction.id), (raw) => travelRuleItem.parse(raw));
  if (item === undefined) return undefined;
  return openedBlock.parse(JSON.parse(openText(item.sealed, await sealFor(transaction), MAX_TRAVEL_RULE_BYTES)));
}
