import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type EncryptedTable, KEY_USE_ATTRIBUTES } from '#infra/policies/table-access';
import type { EndpointRow } from '#shared/contract/endpoints';

/**
 * Denials of table partitions that a function does not need. AWS does not document whether IAM compares an action of a
 * transaction only with the key of its own item. Therefore a denial must not match any action of a function's transaction
 * together with the key of any item in the same transaction.
 */

/** All actions that read or change an item. */
const ALL = ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'];
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem'];
/** Actions to deny on the journal: only operators read it, and a DynamoDB transaction with ledger entries contains none of them. */
const NOT_BOOKING = ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'];

/**
 * Partitions that only operators use: proposed actions, the directory of partners, imported statements (`RECONCILED`, `IMPORT`).
 */
const OPERATORS = ['APPROVAL#*', 'PARTNERS', 'RECONCILED#*', 'IMPORT#*'];
/** Audit records. Only operators and the endpoint that issues API keys write audit records. */
const AUDIT = 'AUDIT#*';
const KEYS = 'KEY#*';
const JOURNAL = 'JOURNAL#*';
const PARTNERS = 'PARTNER#*';

/** Partitions that only one worker writes, with only one action: the record of the stage and the copies of audit records. */
const SOLE_WRITERS: Readonly<Record<string, { readonly id: string; readonly action: string }>> = {
  STAGE: { id: 'redriveOverdue', action: 'UpdateItem' },
  'AUDIT_COPY#*': { id: 'projectChanges', action: 'PutItem' },
};

/** Endpoints and workers that create ledger entries. test/infra/table-actions.test.ts compares this list with the code. */
export const JOURNAL_WRITERS: ReadonlySet<string> = new Set([
  'cancelTransaction',
  'executeOffRamp',
  'provideInformation',
  'runStep',
  'simulateTransaction',
  'takeProviderEvent',
]);

/**
 * Endpoints that write to the partner's partition: its settings or its notifications. test/infra/table-actions.test.ts compares
 * this list with the code.
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

/** Endpoints that reduce the list of addresses from which the caller's API key is accepted. */
export const KEY_NARROWERS: ReadonlySet<string> = new Set(['updateAllowedAddresses']);
/**
 * Attributes that the transaction of a `KEY_NARROWERS` endpoint writes to the key's item or the partner's item. The list contains
 * both items' attributes, because the condition `dynamodb:Attributes` may apply to all items of the transaction.
 */
const KEY_NARROWING_ATTRIBUTES = [...KEY_USE_ATTRIBUTES, 'allowedCidrs', 'updatedAt', 'version'];

/** Endpoints that issue an API key, end another key and write an audit record, all in one transaction. */
export const KEY_ISSUERS: ReadonlySet<string> = new Set(['rotateApiKey']);
/** Actions that never occur in a transaction that issues an API key. */
const BESIDE_ISSUING = ['GetItem', 'BatchGetItem', 'Query', 'DeleteItem', 'ConditionCheckItem'];

interface Row extends Pick<EndpointRow, 'id' | 'table'> {
  /** Absent for a worker. */
  readonly scope?: EndpointRow['scope'];
}

/** Returns the denials for an endpoint's or worker's function: an empty list if the function has no access to the table. */
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
          // Endpoints for partners read the caller's API key with `GetItem` and update the day of its last use.
          deny(
            ALL.filter((action) => action !== 'GetItem' && action !== 'UpdateItem'),
            [KEYS],
          ),
          deny(['UpdateItem'], [KEYS], KEY_NARROWERS.has(row.id) ? KEY_NARROWING_ATTRIBUTES : KEY_USE_ATTRIBUTES),
        ]
      : []),
    // Workers do not get this denial, because workers write notifications of any partner.
    ...(row.scope === undefined || PARTNER_WRITERS.has(row.id) ? [] : [deny(WRITES, [PARTNERS])]),
  ];
}
