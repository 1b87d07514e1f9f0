/** The delivery faults of sandbox partners. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { webhookFaultsKey } from '#shared/data/keys';
import { documents, readItem, retryOnConflict, tableName } from '#shared/data/table';
import { faultModes, noFaults, type WebhookFaults } from '#shared/domain/webhooks/faults';

const faultsItem = z.object({ mode: z.enum(faultModes), rate: z.number() });

/** What a partner asked for; none before it asked. */
export async function readWebhookFaults(partnerId: string, read = readItem): Promise<WebhookFaults> {
  const raw = await read(webhookFaultsKey(partnerId));
  return raw === undefined ? noFaults : faultsItem.parse(raw);
}

/** Stores what a partner asks for. The last one to ask is heard. */
export async function saveWebhookFaults(partnerId: string, { mode, rate }: WebhookFaults): Promise<void> {
  const Item = { ...webhookFaultsKey(partnerId), entity: 'WEBHOOK_FAULTS', partnerId, mode, rate };
  await retryOnConflict(() => documents().send(new PutCommand({ TableName: tableName(), Item })));
}
