import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { type WebhookSettingsItem, webhookSettingsItem } from '#shared/data/items/webhook-settings';
import { webhookSettingsKey } from '#shared/data/keys';
import { documents, type RawItem, readItem, tableName } from '#shared/data/table';

/** A partner's settings; `undefined` before the first. */
export async function findWebhookSettings(partnerId: string): Promise<WebhookSettingsItem | undefined> {
  const raw = await readItem(webhookSettingsKey(partnerId));
  return raw === undefined ? undefined : webhookSettingsItem.parse(raw);
}

/** Whether the settings, as read, have somewhere to deliver to. */
export function delivers(raw: RawItem | undefined): boolean {
  return typeof raw?.url === 'string';
}

/**
 * Stores settings over those that were read.
 * @returns false when somebody else stored others meanwhile; nothing was written then.
 */
export async function saveWebhookSettings(
  after: WebhookSettingsItem,
  before: WebhookSettingsItem | undefined,
): Promise<boolean> {
  try {
    await documents().send(
      new PutCommand({
        TableName: tableName(),
        Item: after,
        ...(before === undefined
          ? { ConditionExpression: 'attribute_not_exists(PK)' }
          : {
              ConditionExpression: 'updatedAt = :before',
              ExpressionAttributeValues: { ':before': before.updatedAt },
            }),
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
