/** The endpoint table: the single source of all routes (docs/adr/001). A new endpoint also needs a folder under `functions/`. */

import type { KeyScope, ScopeResource } from '#shared/partners/domain/key-scopes';
import type { ProviderGrant } from '#shared/platform/providers/registry';

/** Path prefix of the partner API. */
export const BASE_PATH = '/api/partner/v2';

/** Credential of the caller: a partner's API key, the token of a hosted page, a provider's signing secret, or none (`public`). */
export type Scope = 'partner' | 'link' | 'provider' | 'public';

/**
 * IAM actions on the table that a handler's role allows. For a DynamoDB transaction, list the action of each of its operations.
 * infra/policies/table-access.ts adds the actions that every partner call needs.
 */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/**
 * Permissions of a handler's role in the files bucket, by kind of object. A handler that presigns a URL needs the permission for
 * the URL's action. `files-address` permits nothing: the page that uploads needs only the bucket's name, for its CSP header.
 */
export type FilesGrant =
  | 'uploads-write'
  | 'uploads-read'
  | 'uploads-delete'
  | 'kyc-files-write'
  | 'kyc-files-read'
  | 'signatures-write'
  | 'signatures-read'
  | 'receipts-write'
  | 'receipts-read'
  | 'invoices-write'
  | 'logos-write'
  | 'logos-read'
  | 'files-address';

/**
 * Additional permissions of a handler's role:
 * - `webhook-key-*`: the KMS key that encrypts webhook secrets
 * - `link-key-mac`: the KMS key for link tokens and for the encryption of travel-rule information
 * - `…-provider`: address and secret of a provider, if the stage has one
 * - `provider-events`: the secret that verifies provider reports
 * - `partner-buses`: event buses in other AWS accounts
 */
export type Grant =
  | 'webhook-key-encrypt'
  | 'webhook-key-decrypt'
  | 'link-key-mac'
  | FilesGrant
  | ProviderGrant
  | 'provider-events'
  | 'partner-buses';

/** Stage settings that a function receives as environment variables. */
export type Setting = 'SANDBOX_STEP_MS' | 'QUOTE_TTL_S' | 'ACCOUNT_ID' | 'DOCUMENT_FILES';

export interface EndpointRow {
  /** OpenAPI operation id. */
  readonly id: string;
  /** Folder under `functions/` with contract.ts and handler.ts. */
  readonly folder: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template, starting with `/`, with parameters in braces. */
  readonly path: string;
  /** Additional paths of the same function, for callers that already use these paths. */
  readonly aliases: readonly string[];
  readonly scope: Scope;
  /** Scope that a partner's API key needs. Absent if callers do not use an API key. */
  readonly keyScope?: KeyScope;
  readonly table: readonly TableAction[];
  readonly grants: readonly Grant[];
  /** Stage settings that the handler reads in addition to STAGE, TABLE_NAME and LOG_LEVEL. */
  readonly settings: readonly Setting[];
  /** True if the endpoint accepts an `Idempotency-Key` header. */
  readonly idempotent: boolean;
  readonly stages: 'all' | 'sandbox';
  /** OpenAPI tag. */
  readonly tag: string;
  readonly summary: string;
}

type Row<Required extends keyof EndpointRow, Optional extends keyof EndpointRow = never> = Pick<
  EndpointRow,
  'id' | 'folder' | 'path' | 'summary' | Required
> &
  Partial<Pick<EndpointRow, Optional>>;

const defaults = { aliases: [], table: [], grants: [], settings: [], idempotent: false, stages: 'all' } as const;

/**
 * Default resource of the API key scope that an endpoint requires, by OpenAPI tag. A row sets `resource` if its tag covers
 * several resources.
 */
const scopeResources = {
  Users: 'users',
  KYC: 'kyc',
  Owners: 'owners',
  Quotes: 'quotes',
  'On-ramp': 'transactions',
  'Off-ramp': 'transactions',
  'Cross-ramp': 'transactions',
  Transactions: 'transactions',
  'Bank accounts': 'bank-accounts',
  'Virtual accounts': 'bank-accounts',
  Receivers: 'receivers',
  Wallets: 'wallets',
  'API keys': 'keys',
  Branding: 'branding',
  Webhooks: 'webhooks',
  Changes: 'changes',
  Sandbox: 'sandbox',
} as const satisfies Record<string, ScopeResource>;

interface PartnerRow extends Row<'method' | 'table', 'aliases' | 'grants' | 'settings' | 'idempotent' | 'stages'> {
  readonly tag: keyof typeof scopeResources;
  readonly resource?: ScopeResource;
}

function partner({ resource, ...row }: PartnerRow): EndpointRow {
  const aliases = (row.aliases ?? []).map((path) => `${BASE_PATH}${path}`);
  const keyScope: KeyScope = `${resource ?? scopeResources[row.tag]}:${row.method === 'GET' ? 'read' : 'write'}`;
  return { ...defaults, ...row, scope: 'partner', keyScope, path: `${BASE_PATH}${row.path}`, aliases };
}

function open(row: Row<'tag', 'aliases' | 'grants'>): EndpointRow {
  return { ...defaults, ...row, method: 'GET', scope: 'public' };
}

function linked(row: Row<'method' | 'table' | 'grants', 'settings'>): EndpointRow {
  return { ...defaults, ...row, scope: 'link', tag: 'Pages' };
}

function provider(row: Row<'table' | 'grants'>): EndpointRow {
  return { ...defaults, ...row, method: 'POST', scope: 'provider', tag: 'Providers' };
}

// biome-ignore format: a table reads by its rows
export const endpoints: readonly EndpointRow[] = [
  partner({ id: 'createUser', folder: 'users/create', method: 'POST', path: '/users', table: ['GetItem', 'PutItem'], idempotent: true, tag: 'Users', summary: 'Register a user' }),
  partner({ id: 'listUsers', folder: 'users/list', method: 'GET', path: '/users', table: ['GetItem', 'BatchGetItem', 'Query'], tag: 'Users', summary: 'List users' }),
  partner({ id: 'getUser', folder: 'users/get', method: 'GET', path: '/users/{userId}', table: ['GetItem'], tag: 'Users', summary: 'Get a user' }),
  partner({ id: 'updateUser', folder: 'users/update', method: 'PATCH', path: '/users/{userId}', table: ['GetItem', 'PutItem', 'DeleteItem'], tag: 'Users', summary: 'Update a user' }),
  partner({ id: 'startKyc', folder: 'kyc/start', method: 'POST', path: '/users/{userId}/kyc', table: ['GetItem', 'PutItem', 'DeleteItem'], grants: ['kyc-files-write'], settings: ['SANDBOX_STEP_MS'], idempotent: true, tag: 'KYC', summary: 'Submit identity verification' }),
  partner({ id: 'getUserKyc', folder: 'kyc/get', method: 'GET', path: '/users/{userId}/kyc', table: ['GetItem'], tag: 'KYC', summary: "Get a user's verification" }),
  partner({ id: 'getKycDetails', folder: 'kyc/details', method: 'GET', path: '/kyc/details', table: ['GetItem'], tag: 'KYC', summary: "Get a user's verification by query parameter" }),
  partner({ id: 'createKycLink', folder: 'kyc/link', method: 'POST', path: '/users/{userId}/kyc/verification-link', table: ['GetItem', 'PutItem', 'DeleteItem'], grants: ['link-key-mac'], idempotent: true, tag: 'KYC', summary: 'Create a KYC verification link' }),
  partner({ id: 'createKybLink', folder: 'kyb/link', method: 'POST', path: '/users/{userId}/kyb/verification-link', table: ['GetItem', 'PutItem', 'DeleteItem'], grants: ['link-key-mac'], idempotent: true, tag: 'KYC', summary: 'Create a KYB verification link' }),
  partner({ id: 'getKyb', folder: 'kyb/get', method: 'GET', path: '/users/{userId}/kyb', table: ['GetItem', 'Query'], grants: ['link-key-mac'], tag: 'KYC', summary: "Get a business's verification" }),
  partner({ id: 'createAssociatedPerson', folder: 'associated-persons/create', method: 'POST', path: '/users/{userId}/associated-persons', table: ['GetItem', 'Query', 'PutItem', 'DeleteItem'], idempotent: true, tag: 'Owners', summary: 'Add a person to a business' }),
  partner({ id: 'listAssociatedPersons', folder: 'associated-persons/list', method: 'GET', path: '/users/{userId}/associated-persons', table: ['GetItem', 'Query'], tag: 'Owners', summary: 'List the persons of a business' }),
  partner({ id: 'deleteAssociatedPerson', folder: 'associated-persons/delete', method: 'DELETE', path: '/users/{userId}/associated-persons/{personId}', table: ['GetItem', 'Query', 'PutItem', 'DeleteItem'], tag: 'Owners', summary: 'Remove a person from a business' }),
  partner({ id: 'requestSignatures', folder: 'signatures/request', method: 'POST', path: '/users/{userId}/associated-persons/signatures', table: ['GetItem', 'Query', 'PutItem', 'DeleteItem'], grants: ['link-key-mac'], idempotent: true, tag: 'Owners', summary: 'Request signatures from the owners of a business' }),
  partner({ id: 'listSignatures', folder: 'signatures/list', method: 'GET', path: '/users/{userId}/associated-persons/signatures', table: ['GetItem', 'Query'], grants: ['link-key-mac'], tag: 'Owners', summary: 'List the signatures of the owners' }),
  partner({ id: 'withdrawSignature', folder: 'signatures/withdraw', method: 'DELETE', path: '/users/{userId}/associated-persons/{personId}/signature', table: ['GetItem', 'Query', 'PutItem', 'DeleteItem'], tag: 'Owners', summary: 'Withdraw an unsigned declaration' }),
  partner({ id: 'getSignatureDocument', folder: 'signatures/document', method: 'GET', path: '/users/{userId}/associated-persons/{personId}/signature-document', table: ['GetItem', 'PutItem'], grants: ['signatures-read', 'signatures-write'], settings: ['DOCUMENT_FILES'], tag: 'Owners', summary: 'Download a signed declaration' }),
  partner({ id: 'signDeclaration', folder: 'sandbox/sign-declaration', method: 'POST', path: '/sandbox/users/{userId}/associated-persons/{personId}/sign', table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], grants: ['link-key-mac', 'signatures-write'], stages: 'sandbox', idempotent: true, tag: 'Sandbox', summary: 'Sign a sandbox declaration' }),
  partner({ id: 'expireDeclaration', folder: 'sandbox/expire-declaration', method: 'POST', path: '/sandbox/users/{userId}/associated-persons/{personId}/expire', table: ['GetItem', 'Query', 'PutItem', 'DeleteItem'], stages: 'sandbox', idempotent: true, tag: 'Sandbox', summary: 'Expire a sandbox declaration' }),
  partner({ id: 'getRate', folder: 'quotes/rate', method: 'GET', path: '/quotes', aliases: ['/quote/rate'], table: ['GetItem'], grants: ['rates-provider'], tag: 'Quotes', summary: 'Get an indicative rate between a fiat currency and a token' }),
  partner({ id: 'createQuote', folder: 'quotes/lock', method: 'POST', path: '/quotes', aliases: ['/quote'], table: ['GetItem', 'PutItem'], grants: ['rates-provider'], settings: ['QUOTE_TTL_S'], idempotent: true, tag: 'Quotes', summary: 'Lock a rate between a fiat currency and a token' }),
  partner({ id: 'getQuote', folder: 'quotes/get', method: 'GET', path: '/quotes/{id}', table: ['GetItem'], tag: 'Quotes', summary: 'Get a quote between a fiat currency and a token' }),
  partner({ id: 'getCapabilities', folder: 'capabilities/get', method: 'GET', path: '/capabilities', table: ['GetItem', 'BatchGetItem'], settings: ['QUOTE_TTL_S'], tag: 'Quotes', summary: 'Get your capabilities and limits' }),
  partner({ id: 'getSettlementCalendar', folder: 'settlement-calendar/get', method: 'GET', path: '/settlement-calendar', table: ['GetItem'], tag: 'Quotes', summary: 'Get the settlement calendar' }),
  partner({ id: 'getCrossRampRate', folder: 'cross-ramp/rate', method: 'GET', path: '/cross-ramp/quotes', table: ['GetItem'], grants: ['rates-provider'], tag: 'Cross-ramp', resource: 'quotes', summary: 'Get an indicative cross-ramp rate' }),
  partner({ id: 'createCrossRampQuote', folder: 'cross-ramp/quote', method: 'POST', path: '/cross-ramp/quotes', table: ['GetItem', 'PutItem'], grants: ['rates-provider'], settings: ['QUOTE_TTL_S'], idempotent: true, tag: 'Cross-ramp', resource: 'quotes', summary: 'Lock a cross-ramp rate' }),
  partner({ id: 'getCrossRampQuote', folder: 'cross-ramp/get-quote', method: 'GET', path: '/cross-ramp/quotes/{id}', table: ['GetItem'], tag: 'Cross-ramp', resource: 'quotes', summary: 'Get a cross-ramp quote' }),
  partner({ id: 'createCrossRamp', folder: 'cross-ramp/create', method: 'POST', path: '/cross-ramp', table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'], grants: ['link-key-mac', 'invoices-write', 'rates-provider', 'banking-provider'], settings: ['SANDBOX_STEP_MS'], idempotent: true, tag: 'Cross-ramp', summary: 'Create a cross-ramp transaction' }),
  partner({ id: 'listTransactions', folder: 'transactions/list', method: 'GET', path: '/transactions', table: ['GetItem', 'BatchGetItem', 'Query'], grants: ['link-key-mac'], tag: 'Transactions', summary: 'List transactions' }),
  partner({ id: 'getMockTestingGuide', folder: 'transactions/mock-testing-guide', method: 'GET', path: '/transactions/mock-testing-guide', table: ['GetItem'], tag: 'Sandbox', summary: 'List the sandbox amounts and their outcomes' }),
  partner({ id: 'getTransaction', folder: 'transactions/get', method: 'GET', path: '/transactions/{id}', table: ['GetItem'], grants: ['link-key-mac'], tag: 'Transactions', summary: 'Get a transaction' }),
  partner({ id: 'updateTransaction', folder: 'transactions/update', method: 'PATCH', path: '/transactions/{id}', table: ['GetItem', 'PutItem', 'DeleteItem'], grants: ['link-key-mac'], tag: 'Transactions', summary: 'Update the external id and metadata of a transaction' }),
  partner({ id: 'listTransactionEvents', folder: 'transactions/events', method: 'GET', path: '/transactions/{id}/events', table: ['GetItem', 'Query'], tag: 'Transactions', summary: 'List the events of a transaction' }),
  partner({ id: 'listTransactionLedger', folder: 'transactions/ledger', method: 'GET', path: '/transactions/{id}/ledger', table: ['GetItem', 'Query'], tag: 'Transactions', summary: 'List the ledger entries of a transaction' }),
  partner({ id: 'getSettlementReport', folder: 'reports/settlement', method: 'GET', path: '/reports/settlement', table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'], tag: 'Transactions', resource: 'reports', summary: 'Get the settlement report of a day' }),
  partner({ id: 'getReceipt', folder: 'transactions/receipt', method: 'GET', path: '/transactions/{id}/receipt', table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'], grants: ['receipts-read', 'receipts-write'], settings: ['DOCUMENT_FILES'], tag: 'Transactions', summary: 'Get the receipt of a completed transaction' }),
  partner({ id: 'getReturnReceipt', folder: 'transactions/return-receipt', method: 'GET', path: '/transactions/{id}/receipt/return', table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'], grants: ['receipts-read', 'receipts-write'], settings: ['DOCUMENT_FILES'], tag: 'Transactions', summary: 'Get the receipt of a returned payout' }),
  partner({ id: 'cancelTransaction', folder: 'transactions/cancel', method: 'PUT', path: '/transactions/{id}/cancel', table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'], settings: ['SANDBOX_STEP_MS'], tag: 'Transactions', summary: 'Cancel a transaction before its deposit' }),
  partner({ id: 'provideInformation', folder: 'transactions/information', method: 'POST', path: '/transactions/{id}/information', table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'], idempotent: true, tag: 'Transactions', summary: 'Submit the information that a hold requires' }),
  partner({ id: 'createOnRamp', folder: 'on-ramp/create', method: 'POST', path: '/on-ramp', table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'], grants: ['link-key-mac', 'rates-provider', 'banking-provider'], settings: ['SANDBOX_STEP_MS'], idempotent: true, tag: 'On-ramp', summary: 'Create an on-ramp transaction' }),
  partner({ id: 'createOffRamp', folder: 'off-ramp/create', method: 'POST', path: '/off-ramp', table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'], grants: ['link-key-mac', 'invoices-write', 'rates-provider', 'custody-provider'], settings: ['SANDBOX_STEP_MS'], idempotent: true, tag: 'Off-ramp', summary: 'Create an off-ramp transaction' }),
  partner({ id: 'executeOffRamp', folder: 'off-ramp/execute', method: 'POST', path: '/off-ramp/execute', table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'], settings: ['SANDBOX_STEP_MS'], idempotent: true, tag: 'Off-ramp', summary: 'Execute an off-ramp after its token transfer' }),
  partner({ id: 'simulateTransaction', folder: 'sandbox/simulate', method: 'POST', path: '/sandbox/transactions/{id}/simulate', table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'], settings: ['SANDBOX_STEP_MS'], idempotent: true, stages: 'sandbox', tag: 'Sandbox', summary: 'Simulate an event of a sandbox transaction' }),
  partner({ id: 'decideVerification', folder: 'sandbox/verification', method: 'POST', path: '/sandbox/users/{userId}/verification', table: ['GetItem', 'PutItem', 'DeleteItem'], idempotent: true, stages: 'sandbox', tag: 'Sandbox', summary: 'Decide the verification of a sandbox user' }),
  partner({ id: 'expireVerificationLink', folder: 'sandbox/expire-link', method: 'POST', path: '/sandbox/users/{userId}/verification-link/expire', table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'], stages: 'sandbox', tag: 'Sandbox', summary: 'Expire a sandbox verification link' }),
  partner({ id: 'updateWebhookSettings', folder: 'webhook-settings/update', method: 'PUT', path: '/webhook-settings', table: ['GetItem', 'PutItem'], grants: ['webhook-key-encrypt'], tag: 'Webhooks', summary: 'Set or clear the webhook URL' }),
  partner({ id: 'getWebhookSettings', folder: 'webhook-settings/get', method: 'GET', path: '/webhook-settings', table: ['GetItem'], tag: 'Webhooks', summary: 'Get the webhook settings' }),
  partner({ id: 'rotateWebhookSecret', folder: 'webhook-settings/rotate-secret', method: 'POST', path: '/webhook-settings/secret/rotate', table: ['GetItem', 'PutItem'], grants: ['webhook-key-encrypt', 'webhook-key-decrypt'], idempotent: true, tag: 'Webhooks', summary: 'Rotate the signing secret' }),
  partner({ id: 'sendTestWebhook', folder: 'webhook-settings/test', method: 'POST', path: '/webhook-settings/test', table: ['GetItem', 'PutItem', 'UpdateItem'], idempotent: true, tag: 'Webhooks', summary: 'Send a test event' }),
  partner({ id: 'createWebhookEndpoint', folder: 'webhook-endpoints/create', method: 'POST', path: '/webhook-endpoints', table: ['GetItem', 'PutItem'], grants: ['webhook-key-encrypt', 'webhook-key-decrypt'], settings: ['ACCOUNT_ID'], idempotent: true, tag: 'Webhooks', summary: 'Add a webhook endpoint' }),
  partner({ id: 'listWebhookEndpoints', folder: 'webhook-endpoints/list', method: 'GET', path: '/webhook-endpoints', table: ['GetItem', 'BatchGetItem'], settings: ['ACCOUNT_ID'], tag: 'Webhooks', summary: 'List webhook endpoints' }),
  partner({ id: 'getWebhookEndpoint', folder: 'webhook-endpoints/get', method: 'GET', path: '/webhook-endpoints/{id}', table: ['GetItem', 'BatchGetItem'], settings: ['ACCOUNT_ID'], tag: 'Webhooks', summary: 'Get a webhook endpoint' }),
  partner({ id: 'updateWebhookEndpoint', folder: 'webhook-endpoints/update', method: 'PUT', path: '/webhook-endpoints/{id}', table: ['GetItem', 'BatchGetItem', 'PutItem'], grants: ['webhook-key-encrypt'], settings: ['ACCOUNT_ID'], tag: 'Webhooks', summary: 'Update a webhook endpoint' }),
  partner({ id: 'deleteWebhookEndpoint', folder: 'webhook-endpoints/delete', method: 'DELETE', path: '/webhook-endpoints/{id}', table: ['GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem'], tag: 'Webhooks', summary: 'Delete a webhook endpoint' }),
  partner({ id: 'rotateWebhookEndpointSecret', folder: 'webhook-endpoints/rotate-secret', method: 'POST', path: '/webhook-endpoints/{id}/secret/rotate', table: ['GetItem', 'BatchGetItem', 'PutItem'], grants: ['webhook-key-encrypt', 'webhook-key-decrypt'], idempotent: true, tag: 'Webhooks', summary: 'Rotate the signing secret of a webhook endpoint' }),
  partner({ id: 'sendTestToWebhookEndpoint', folder: 'webhook-endpoints/test', method: 'POST', path: '/webhook-endpoints/{id}/test', table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'], idempotent: true, tag: 'Webhooks', summary: 'Send a test event to a webhook endpoint' }),
  partner({ id: 'listWebhookNotifications', folder: 'webhook-notifications/list', method: 'GET', path: '/webhook-notifications', table: ['GetItem', 'BatchGetItem', 'Query'], tag: 'Webhooks', summary: 'List webhook notifications' }),
  partner({ id: 'replayWebhookNotifications', folder: 'webhook-notifications/replay', method: 'POST', path: '/webhook-notifications/replay', table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], idempotent: true, tag: 'Webhooks', summary: 'Replay webhook notifications of a time range' }),
  partner({ id: 'getWebhookNotification', folder: 'webhook-notifications/get', method: 'GET', path: '/webhook-notifications/{id}', table: ['GetItem', 'BatchGetItem', 'Query'], tag: 'Webhooks', summary: 'Get a webhook notification' }),
  partner({ id: 'retryWebhookNotification', folder: 'webhook-notifications/retry', method: 'POST', path: '/webhook-notifications/{id}/retry', table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], idempotent: true, tag: 'Webhooks', summary: 'Retry a failed notification' }),
  partner({ id: 'setWebhookFaults', folder: 'sandbox/webhook-faults/set', method: 'PUT', path: '/sandbox/webhook-faults', table: ['GetItem', 'PutItem'], stages: 'sandbox', tag: 'Sandbox', summary: 'Set the fault injection of webhook deliveries' }),
  partner({ id: 'getWebhookFaults', folder: 'sandbox/webhook-faults/get', method: 'GET', path: '/sandbox/webhook-faults', table: ['GetItem'], stages: 'sandbox', tag: 'Sandbox', summary: 'Get the fault injection of webhook deliveries' }),
  partner({ id: 'getApiKey', folder: 'api-key/get', method: 'GET', path: '/api-key', table: ['GetItem'], tag: 'API keys', summary: 'Get your API key' }),
  partner({ id: 'rotateApiKey', folder: 'api-key/rotate', method: 'POST', path: '/api-key/rotate', table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'], grants: ['webhook-key-encrypt', 'webhook-key-decrypt'], idempotent: true, tag: 'API keys', summary: 'Rotate your API key' }),
  partner({ id: 'getAllowedAddresses', folder: 'allowed-addresses/get', method: 'GET', path: '/api-key/allowed-addresses', table: ['GetItem'], tag: 'API keys', summary: 'Get the allowed addresses of your API key' }),
  partner({ id: 'updateAllowedAddresses', folder: 'allowed-addresses/update', method: 'PUT', path: '/api-key/allowed-addresses', table: ['GetItem', 'UpdateItem'], tag: 'API keys', summary: 'Restrict the allowed addresses of your API key' }),
  partner({ id: 'getBranding', folder: 'branding/get', method: 'GET', path: '/branding', table: ['GetItem'], tag: 'Branding', summary: 'Get your branding' }),
  partner({ id: 'updateBranding', folder: 'branding/update', method: 'PUT', path: '/branding', table: ['GetItem', 'PutItem'], grants: ['logos-write'], tag: 'Branding', summary: 'Update your branding' }),
  partner({ id: 'createUserBankAccount', folder: 'user-accounts/create', method: 'POST', path: '/banks/users/{userId}/accounts', table: ['GetItem', 'PutItem'], idempotent: true, tag: 'Bank accounts', summary: "Save a user's bank account" }),
  partner({ id: 'listUserBankAccounts', folder: 'user-accounts/list', method: 'GET', path: '/banks/users/{userId}/accounts', table: ['GetItem', 'BatchGetItem', 'Query'], tag: 'Bank accounts', summary: "List a user's bank accounts" }),
  partner({ id: 'deleteUserBankAccount', folder: 'user-accounts/delete', method: 'DELETE', path: '/banks/users/{userId}/accounts/{id}', table: ['GetItem', 'PutItem', 'DeleteItem'], tag: 'Bank accounts', summary: "Delete a user's bank account" }),
  partner({ id: 'createReceiverBankAccount', folder: 'receiver-accounts/create', method: 'POST', path: '/banks/receivers/{receiverId}/accounts', table: ['GetItem', 'PutItem', 'UpdateItem'], idempotent: true, tag: 'Bank accounts', summary: "Save a receiver's bank account" }),
  partner({ id: 'listReceiverBankAccounts', folder: 'receiver-accounts/list', method: 'GET', path: '/banks/receivers/{receiverId}/accounts', table: ['GetItem', 'BatchGetItem', 'Query'], tag: 'Bank accounts', summary: "List a receiver's bank accounts" }),
  partner({ id: 'deleteReceiverBankAccount', folder: 'receiver-accounts/delete', method: 'DELETE', path: '/banks/receivers/{receiverId}/accounts/{id}', table: ['GetItem', 'PutItem', 'DeleteItem'], tag: 'Bank accounts', summary: "Delete a receiver's bank account" }),
  partner({ id: 'getBankRequirements', folder: 'banks/requirements', method: 'GET', path: '/banks/requirements', table: ['GetItem'], tag: 'Bank accounts', summary: 'Get the bank details that a country requires' }),
  partner({ id: 'startBankingOnboarding', folder: 'banking-onboarding/start', method: 'POST', path: '/banks/users/{userId}/banking-onboarding', table: ['GetItem', 'PutItem', 'DeleteItem'], grants: ['link-key-mac'], settings: ['SANDBOX_STEP_MS'], idempotent: true, tag: 'Virtual accounts', summary: 'Request a virtual account' }),
  partner({ id: 'getBankingOnboarding', folder: 'banking-onboarding/get', method: 'GET', path: '/banks/users/{userId}/banking-onboarding', table: ['GetItem'], grants: ['link-key-mac'], tag: 'Virtual accounts', summary: 'Get the status of a virtual account' }),
  partner({ id: 'createReceiver', folder: 'receivers/create', method: 'POST', path: '/receivers', table: ['GetItem', 'PutItem'], idempotent: true, tag: 'Receivers', summary: 'Register a receiver' }),
  partner({ id: 'listReceivers', folder: 'receivers/list', method: 'GET', path: '/receivers', table: ['GetItem', 'BatchGetItem', 'Query'], tag: 'Receivers', summary: 'List receivers' }),
  partner({ id: 'getReceiver', folder: 'receivers/get', method: 'GET', path: '/receivers/{receiverId}', table: ['GetItem'], tag: 'Receivers', summary: 'Get a receiver' }),
  partner({ id: 'deleteReceiver', folder: 'receivers/delete', method: 'DELETE', path: '/receivers/{receiverId}', table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem'], tag: 'Receivers', summary: 'Delete a receiver' }),
  partner({ id: 'createWallet', folder: 'wallets/create', method: 'POST', path: '/users/{userId}/wallets', aliases: ['/user/{userId}/wallets'], table: ['GetItem', 'Query', 'PutItem'], idempotent: true, tag: 'Wallets', summary: "Save a user's wallet" }),
  partner({ id: 'listWallets', folder: 'wallets/list', method: 'GET', path: '/users/{userId}/wallets', aliases: ['/user/{userId}/wallets'], table: ['GetItem', 'BatchGetItem', 'Query'], tag: 'Wallets', summary: "List a user's wallets" }),
  partner({ id: 'getWalletBalances', folder: 'wallets/balance', method: 'GET', path: '/users/{userId}/wallets/balance', aliases: ['/user/{userId}/wallets/balance'], table: ['GetItem', 'Query'], grants: ['custody-provider'], tag: 'Wallets', summary: "Get the balances of a user's wallets" }),
  partner({ id: 'deleteWallet', folder: 'wallets/delete', method: 'DELETE', path: '/users/{userId}/wallets/{walletId}', aliases: ['/user/{userId}/wallets/{walletId}'], table: ['GetItem', 'DeleteItem'], tag: 'Wallets', summary: "Delete a user's wallet" }),
  linked({ id: 'openSigningPage', folder: 'pages/sign/open', method: 'GET', path: '/sign/{token}', table: ['GetItem', 'PutItem'], grants: [], summary: 'Signing page of an owner' }),
  linked({ id: 'submitSignature', folder: 'pages/sign/submit', method: 'POST', path: '/sign/{token}', table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], grants: ['signatures-write'], summary: "Submit an owner's signature" }),
  linked({ id: 'getSignerCopy', folder: 'pages/sign/document', method: 'GET', path: '/sign/{token}/document', table: ['GetItem', 'PutItem'], grants: ['signatures-read', 'signatures-write'], settings: ['DOCUMENT_FILES'], summary: "Signer's copy of the signed declaration" }),
  linked({ id: 'openVerificationPage', folder: 'pages/verify/open', method: 'GET', path: '/verify/{token}', table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], grants: ['files-address'], summary: 'Verification page' }),
  linked({ id: 'submitVerificationPage', folder: 'pages/verify/submit', method: 'POST', path: '/verify/{token}', table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], grants: ['kyc-files-write', 'uploads-read', 'uploads-delete'], settings: ['SANDBOX_STEP_MS'], summary: 'Submit a step of the verification page' }),
  linked({ id: 'presignVerificationUpload', folder: 'pages/verify/uploads', method: 'POST', path: '/verify/{token}/uploads', table: ['GetItem', 'UpdateItem'], grants: ['uploads-write'], summary: 'Upload URL for the verification page' }),
  linked({ id: 'openPaymentPage', folder: 'pages/pay/open', method: 'GET', path: '/pay/{token}', table: ['GetItem', 'Query', 'PutItem', 'ConditionCheckItem'], grants: [], summary: 'Payment page' }),
  linked({ id: 'getPayerReceipt', folder: 'pages/pay/receipt', method: 'GET', path: '/pay/{token}/receipt', table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'], grants: ['receipts-read', 'receipts-write'], settings: ['DOCUMENT_FILES'], summary: "Payer's copy of a receipt" }),
  provider({ id: 'reportVerification', folder: 'provider-callbacks/verification', path: '/provider-callbacks/verification', table: ['GetItem', 'PutItem', 'DeleteItem'], grants: ['verification-provider'], summary: 'Receive a decision of the verification provider' }),
  provider({ id: 'takeProviderEvent', folder: 'provider-events/take', path: '/provider-events', table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'], grants: ['provider-events'], summary: 'Receive a transaction event of a provider' }),
  partner({ id: 'listChanges', folder: 'changes/list', method: 'GET', path: '/changes', table: ['GetItem', 'Query'], tag: 'Changes', summary: 'Read the change feed' }),
  open({ id: 'getLogo', folder: 'branding/logo', path: '/logos/{logo}', grants: ['logos-read'], tag: 'Pages', summary: 'Logo of a partner' }),
  open({ id: 'getPage', folder: 'docs/page', path: '/', aliases: ['/index.md', '/guide', '/guide.md', '/guide/{page}', '/docs', '/docs.md', '/docs/{page}', '/assets/{asset}', '/llms.txt', '/llms-full.txt'], tag: 'Pages', summary: 'Developer pages' }),
  open({ id: 'getOpenApi', folder: 'docs/openapi', path: '/openapi.json', tag: 'Documentation', summary: 'OpenAPI 3.1 document' }),
];

/** Endpoints that the OpenAPI document describes: all endpoints except hosted pages and provider callbacks. */
export const documentedEndpoints: readonly EndpointRow[] = endpoints.filter(
  ({ scope, tag }) => scope === 'partner' || (scope === 'public' && tag !== 'Pages'),
);

/** All paths of an endpoint: `path`, then the aliases. */
export function allPaths(row: EndpointRow): readonly string[] {
  return [row.path, ...row.aliases];
}

/** Returns the endpoints that a stage deploys. */
export function endpointsIn(environment: 'sandbox' | 'production'): readonly EndpointRow[] {
  return endpoints.filter((row) => row.stages === 'all' || row.stages === environment);
}

/**
 * The worker table: all functions that the gateway does not invoke. The infrastructure, the bundler and the local stack read
 * these rows. infra/stacks/messaging-stack.ts defines what invokes each worker.
 */

export type WorkerSetting = Setting | 'WEBHOOK_DELAYS_S';

/** Environment variables with the URL of a queue, or the name of the event bus, to which a worker sends messages. */
export type Outlet = 'EVENT_BUS_NAME' | 'FIRST_ATTEMPTS_QUEUE_URL' | 'RETRIES_QUEUE_URL' | 'STEPS_QUEUE_URL';

export interface WorkerRow {
  readonly id: string;
  /** Folder under `functions/` with handler.ts. */
  readonly folder: string;
  readonly table: readonly TableAction[];
  readonly grants: readonly Grant[];
  readonly settings: readonly WorkerSetting[];
  readonly outlets: readonly Outlet[];
  /** Function time limit in seconds. */
  readonly timeoutS: number;
  readonly memoryMb: number;
  readonly summary: string;
}

// biome-ignore format: a table reads by its rows
export const workers = [
  { id: 'publishEvents', folder: 'workers/publish-events', table: [], grants: [], settings: [], outlets: ['EVENT_BUS_NAME', 'FIRST_ATTEMPTS_QUEUE_URL', 'RETRIES_QUEUE_URL'], timeoutS: 30, memoryMb: 256, summary: 'Reads committed outbox records from the table stream, sends each delivery to its queue, and publishes each record on the event bus' },
  { id: 'projectChanges', folder: 'workers/project-changes', table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], grants: [], settings: [], outlets: [], timeoutS: 30, memoryMb: 256, summary: 'Updates the counts of lists and the change feed from the table stream' },
  { id: 'deliverWebhook', folder: 'workers/deliver-webhook', table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], grants: ['webhook-key-decrypt', 'partner-buses'], settings: ['WEBHOOK_DELAYS_S'], outlets: ['FIRST_ATTEMPTS_QUEUE_URL', 'RETRIES_QUEUE_URL'], timeoutS: 20, memoryMb: 512, summary: 'Makes one delivery attempt per message and records the outcome' },
  { id: 'markUndeliverable', folder: 'workers/mark-undeliverable', table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], grants: [], settings: [], outlets: ['FIRST_ATTEMPTS_QUEUE_URL', 'RETRIES_QUEUE_URL'], timeoutS: 30, memoryMb: 256, summary: 'Reads the dead-letter queue of deliveries and sets the notifications to FAILED' },
  { id: 'redriveOverdue', folder: 'workers/redrive-overdue', table: ['BatchGetItem', 'UpdateItem'], grants: [], settings: [], outlets: ['FIRST_ATTEMPTS_QUEUE_URL', 'RETRIES_QUEUE_URL', 'STEPS_QUEUE_URL'], timeoutS: 50, memoryMb: 256, summary: 'Sends overdue deliveries and steps to their queues again, every minute' },
  { id: 'runStep', folder: 'workers/run-step', table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'], grants: ['kyc-files-read', 'verification-provider', 'custody-provider', 'banking-provider', 'bank-verification-provider', 'screening-provider', 'rates-provider', 'link-key-mac', 'proofs-provider'], settings: ['SANDBOX_STEP_MS'], outlets: ['STEPS_QUEUE_URL'], timeoutS: 30, memoryMb: 256, summary: 'Runs a due step: an expiry, a sandbox simulation, a provider order (verification, payout), a proof of payment, the end of a verification link' },
] as const satisfies readonly WorkerRow[];

export type WorkerId = (typeof workers)[number]['id'];
