import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type EncryptedTable, KEY_USE_ATTRIBUTES } from '#infra/policies/table-access';
import type { EndpointRow } from '#shared/contract/endpoints';

/**
 * Denials of items that are not a function's business, beyond anything its role allows: by the partition of
 * the item, which IAM sees as `dynamodb:LeadingKeys`. Denials name only partitions that the function's own code never
 * asks for, in no transaction either: AWS does not say whether a condition on one part of a transaction sees the
 * keys of the others.
 */

/** Every action that reads or changes an item. */
const ALL = ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'];
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem'];
/** Actions that are part of no transaction of a row that books. Operators read the journal. */
const NOT_BOOKING = ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'];

/** Partitions that operators alone write and read: proposals, the directory of partners, statements. */
const OPERATORS = ['APPROVAL#*', 'PARTNERS', 'RECONCILED#*', 'IMPORT#*'];
/** Records of actions, which operators and the issuer of keys write. */
const AUDIT = 'AUDIT#*';
const KEYS = 'KEY#*';
const JOURNAL = 'JOURNAL#*';
const PARTNERS = 'PARTNER#*';

/** Partitions that one worker alone writes, by one action: the record of the stage, and the copies of audit records. */
const SOLE_WRITERS: Readonly<Record<string, { readonly id: string; readonly action: string }>> = {
  STAGE: { id: 'redriveOverdue', action: 'UpdateItem' },
  'AUDIT_COPY#*': { id: 'projectChanges', action: 'PutItem' },
};

/** Rows whose code books movements of money. test/infra/table-actions.test.ts holds them to it. */
export const JOURNAL_WRITERS: ReadonlySet<string> = new Set([
  'cancelTransaction',
  'executeOffRamp',
  'provideInformation',
  'runStep',
  'simulateTransaction',
  'takeProviderEvent',
]);

/**
 * Endpoints whose code changes something of the partner itself: its settings, or a notification in its partition.
 * test/infra/table-actions.test.ts holds them to it.
 */
export const PARTNER_WRITERS: ReadonlySet<string> = new Set([
  'cancelTransaction',
  'createCrossRamp',
  'createKybLink',
  'createKycLink',
  'createOffRamp',
  'createOnRamp',
  'createWebhookEndpoint',
  'decideVerification',
  'deleteWebhookEndpoint',
  'executeOffRamp',
  'expireVerificationLink',
  'openVerificationPage',
  'provideInformation',
  'replayWebhookNotifications',
  'reportVerification',
  'retryWebhookNotification',
  'rotateApiKey',
  'rotateWebhookEndpointSecret',
  'rotateWebhookSecret',
  'sendTestToWebhookEndpoint',
  'sendTestWebhook',
  'setWebhookFaults',
  'signDeclaration',
  'simulateTransaction',
  'startBankingOnboarding',
  'startKyc',
  'submitSignature',
  'submitVerificationPage',
  'takeProviderEvent',
  'updateAllowedAddresses',
  'updateBranding',
  'updateWebhookEndpoint',
  'updateWebhookSettings',
]);

/** Endpoints whose code narrows the addresses of the caller's key. */
export const KEY_NARROWERS: ReadonlySet<string> = new Set(['updateAllowedAddresses']);
/**
 * Attributes that their transaction writes: of the key the ranges, next to the day of use. The others are of the partner's item, and no
 * key has them; they are here because a condition may see the attributes of all parts.
 */
const KEY_NARROWING_ATTRIBUTES = [...KEY_USE_ATTRIBUTES, 'allowedCidrs', 'updatedAt', 'version'];

/** Endpoints whose code issues a key, ends another, and records that. They put and update items in one transaction. */
export const KEY_ISSUERS: ReadonlySet<string> = new Set(['rotateApiKey']);
/** Actions that are part of no such transaction. */
const BESIDE_ISSUING = ['GetItem', 'BatchGetItem', 'Query', 'DeleteItem', 'ConditionCheckItem'];

interface Row extends Pick<EndpointRow, 'id' | 'table'> {
  /** Absent for a worker. */
  readonly scope?: EndpointRow['scope'];
}

/** Denials of a row. A function that may do nothing to the table needs none. */
export function protectionStatements({ table }: EncryptedTable, row: Row): PolicyStatement[] {
  const partner = row.scope === 'partner';
  if (row.table.length === 0 && !partner) return [];
  const deny = (actions: readonly string[], partitions: readonly string[], attributes?: readonly string[]) =>
    new PolicyStatement({
      effect: Effect.DENY,
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [table.tableArn],
      conditions: {
        'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': partitions },
        ...(attributes && { 'ForAnyValue:StringNotEquals': { 'dynamodb:Attributes': attributes } }),
      },
    });
  const issues = KEY_ISSUERS.has(row.id);
  const deniedPartitions = [
    ...OPERATORS,
    ...(issues ? [] : [AUDIT]),
    ...Object.keys(SOLE_WRITERS).filter((partition) => SOLE_WRITERS[partition]?.id !== row.id),
    ...(JOURNAL_WRITERS.has(row.id) ? [] : [JOURNAL]),
    ...(partner ? [] : [KEYS]),
  ];
  return [
    deny(ALL, deniedPartitions),
    ...Object.entries(SOLE_WRITERS)
      .filter(([, { id }]) => id === row.id)
      .map(([partition, sole]) =>
        deny(
          ALL.filter((action) => action !== sole.action),
          [partition],
        ),
      ),
    ...(JOURNAL_WRITERS.has(row.id) ? [deny(NOT_BOOKING, [JOURNAL])] : []),
    ...(issues ? [deny(BESIDE_ISSUING, [AUDIT]), deny(BESIDE_ISSUING.slice(1), [KEYS])] : []),
    ...(partner && !issues
      ? [
          // It reads the caller's key, one by one, and notes its use.
          deny(
            ALL.filter((action) => action !== 'GetItem' && action !== 'UpdateItem'),
            [KEYS],
          ),
          deny(['UpdateItem'], [KEYS], KEY_NARROWERS.has(row.id) ? KEY_NARROWING_ATTRIBUTES : KEY_USE_ATTRIBUTES),
        ]
      : []),
    // Workers go by keys that they find in messages and in the index of due items, of any partition of notifications.
    ...(row.scope === undefined || PARTNER_WRITERS.has(row.id) ? [] : [deny(WRITES, [PARTNERS])]),
  ];
}
