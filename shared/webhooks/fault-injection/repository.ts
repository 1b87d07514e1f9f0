/** The fault injection of sandbox partners. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { faultInjectionKey } from '#shared/dynamodb/keys';
import { documentClient, readItem, tableName } from '#shared/dynamodb/table';
import { retryOnTransactionConflict } from '#shared/dynamodb/unit-of-work';
import { type FaultInjection, faultModes, noFaultInjection } from '#shared/webhooks/domain/fault-injection';

const faultInjectionItem = z.object({ mode: z.enum(faultModes), rate: z.number() });

/** What a partner asked for; none before it asked. */
export async function readFaultInjection(partnerId: string, read = readItem): Promise<FaultInjection> {
  const raw = await read(faultInjectionKey(partnerId));
  return raw === undefined ? noFaultInjection : faultInjectionItem.parse(raw);
}

/** Stores a partner's setting. The last write wins. */
export async function saveFaultInjection(partnerId: string, { mode, rate }: FaultInjection): Promise<void> {
  const Item = { ...faultInjectionKey(partnerId), entity: 'FAULT_INJECTION', partnerId, mode, rate };
  await retryOnTransactionConflict(() => documentClient().send(new PutCommand({ TableName: tableName(), Item })));
}
