/**
 * The endpoint table: the one source of every route.
 *
 * The gateway, IAM, the bundler, the OpenAPI document, the local server, the table-driven tests and the
 * generated docs all read these rows. Adding an endpoint is one row here and its folder under `functions/`.
 */

/** What a caller must hold: a partner key, or nothing (the documentation). */
export type Scope = 'partner' | 'public';

/**
 * What a handler's role may do to the table. `none`: no table access; `read`: GetItem, BatchGetItem, Query;
 * `write`: `read` plus PutItem, UpdateItem, DeleteItem and ConditionCheckItem (a transaction needs exactly
 * the permissions of its parts).
 */
export type TableAccess = 'none' | 'read' | 'write';

/** What else a handler's role may use. `webhook-key-*`: the KMS key that seals webhook secrets. */
export type Grant = 'webhook-key-encrypt' | 'webhook-key-decrypt';

/** Stage settings that reach a function as environment variables. */
export type Setting = 'SANDBOX_STEP_MS' | 'QUOTE_TTL_S';

export interface EndpointRow {
  /** OpenAPI operation id. */
  readonly id: string;
  /** Folder under `functions/`, holding contract.ts and handler.ts. */
  readonly folder: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template from the origin of the stage, parameters in braces. */
  readonly path: string;
  readonly scope: Scope;
  readonly table: TableAccess;
  readonly grants: readonly Grant[];
  /** Stage settings that the handler reads, besides STAGE, TABLE_NAME and LOG_LEVEL. */
  readonly settings: readonly Setting[];
  /** Takes an `Idempotency-Key` header. */
  readonly idempotent: boolean;
  /** Stages in which the route is deployed. */
  readonly stages: 'all' | 'sandbox';
  /** OpenAPI tag. */
  readonly tag: string;
  readonly summary: string;
}

export const BASE_PATH = '/api/partner/v2';

function partner(
  row: Pick<EndpointRow, 'id' | 'folder' | 'method' | 'path' | 'table' | 'tag' | 'summary'> &
    Partial<Pick<EndpointRow, 'grants' | 'settings' | 'idempotent' | 'stages'>>,
): EndpointRow {
  return {
    grants: [],
    settings: [],
    idempotent: false,
    stages: 'all',
    ...row,
    scope: 'partner',
    path: `${BASE_PATH}${row.path}`,
  };
}

function open(row: Pick<EndpointRow, 'id' | 'folder' | 'path' | 'tag' | 'summary'>): EndpointRow {
  return {
    ...row,
    method: 'GET',
    scope: 'public',
    table: 'none',
    grants: [],
    settings: [],
    idempotent: false,
    stages: 'all',
  };
}

export const endpoints: readonly EndpointRow[] = [
  partner({
    id: 'createUser',
    folder: 'users/create',
    method: 'POST',
    path: '/users',
    table: 'write',
    tag: 'Users',
    summary: 'Register a user',
  }),
  partner({
    id: 'listUsers',
    folder: 'users/list',
    method: 'GET',
    path: '/users',
    table: 'read',
    tag: 'Users',
    summary: 'List users',
  }),
  partner({
    id: 'getUser',
    folder: 'users/get',
    method: 'GET',
    path: '/users/{userId}',
    table: 'read',
    tag: 'Users',
    summary: 'Get a user',
  }),
  partner({
    id: 'startKyc',
    folder: 'kyc/start',
    method: 'POST',
    path: '/users/{userId}/kyc',
    table: 'write',
    settings: ['SANDBOX_STEP_MS'],
    tag: 'KYC',
    summary: 'Submit identity verification',
  }),
  partner({
    id: 'getUserKyc',
    folder: 'kyc/get',
    method: 'GET',
    path: '/users/{userId}/kyc',
    table: 'read',
    tag: 'KYC',
    summary: "Get a user's verification",
  }),
  partner({
    id: 'getKycDetails',
    folder: 'kyc/details',
    method: 'GET',
    path: '/kyc/details',
    table: 'read',
    tag: 'KYC',
    summary: "Get a user's verification by query",
  }),
  partner({
    id: 'getCrossRampRate',
    folder: 'cross-ramp/rate',
    method: 'GET',
    path: '/cross-ramp/quotes',
    table: 'read',
    tag: 'Cross-ramp',
    summary: 'Read an indicative cross-ramp rate',
  }),
  partner({
    id: 'createCrossRampQuote',
    folder: 'cross-ramp/quote',
    method: 'POST',
    path: '/cross-ramp/quotes',
    table: 'write',
    settings: ['QUOTE_TTL_S'],
    tag: 'Cross-ramp',
    summary: 'Lock a cross-ramp rate',
  }),
  partner({
    id: 'createCrossRamp',
    folder: 'cross-ramp/create',
    method: 'POST',
    path: '/cross-ramp',
    table: 'write',
    settings: ['SANDBOX_STEP_MS'],
    idempotent: true,
    tag: 'Cross-ramp',
    summary: 'Create a cross-ramp transaction',
  }),
  partner({
    id: 'listTransactions',
    folder: 'transactions/list',
    method: 'GET',
    path: '/transactions',
    table: 'read',
    tag: 'Transactions',
    summary: 'List transactions',
  }),
  partner({
    id: 'getMockTestingGuide',
    folder: 'transactions/mock-testing-guide',
    method: 'GET',
    path: '/transactions/mock-testing-guide',
    table: 'read',
    tag: 'Sandbox',
    summary: 'Read which sandbox amounts lead to which outcome',
  }),
  partner({
    id: 'getTransaction',
    folder: 'transactions/get',
    method: 'GET',
    path: '/transactions/{id}',
    table: 'read',
    tag: 'Transactions',
    summary: 'Get a transaction',
  }),
  partner({
    id: 'listTransactionEvents',
    folder: 'transactions/events',
    method: 'GET',
    path: '/transactions/{id}/events',
    table: 'read',
    tag: 'Transactions',
    summary: "Read a transaction's timeline",
  }),
  partner({
    id: 'updateWebhookSettings',
    folder: 'webhook-settings/update',
    method: 'PUT',
    path: '/webhook-settings',
    table: 'write',
    grants: ['webhook-key-encrypt'],
    tag: 'Webhooks',
    summary: 'Set or clear the webhook URL',
  }),
  partner({
    id: 'getWebhookSettings',
    folder: 'webhook-settings/get',
    method: 'GET',
    path: '/webhook-settings',
    table: 'read',
    tag: 'Webhooks',
    summary: 'Read the webhook settings',
  }),
  partner({
    id: 'listWebhookNotifications',
    folder: 'webhook-notifications/list',
    method: 'GET',
    path: '/webhook-notifications',
    table: 'read',
    tag: 'Webhooks',
    summary: 'List webhook notifications',
  }),
  partner({
    id: 'getWebhookNotification',
    folder: 'webhook-notifications/get',
    method: 'GET',
    path: '/webhook-notifications/{id}',
    table: 'read',
    tag: 'Webhooks',
    summary: 'Get a webhook notification',
  }),
  open({
    id: 'getOpenApi',
    folder: 'docs/openapi',
    path: '/openapi.json',
    tag: 'Documentation',
    summary: 'The OpenAPI 3.1 document',
  }),
  open({
    id: 'getReference',
    folder: 'docs/reference',
    path: '/docs',
    tag: 'Documentation',
    summary: 'The reference page',
  }),
  open({
    id: 'getReferenceAsset',
    folder: 'docs/asset',
    path: '/docs/{asset}',
    tag: 'Documentation',
    summary: 'A file of the reference page',
  }),
];

/** The rows deployed in a stage. */
export function endpointsOf(environment: 'sandbox' | 'production'): readonly EndpointRow[] {
  return endpoints.filter((row) => row.stages === 'all' || row.stages === environment);
}
