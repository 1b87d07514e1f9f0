/** Environment variables of a function, as infra/constructs/service-function.ts sets them from its endpoint or worker row. */
import { loadStage, type StageConfig } from '#infra/config/stages';
import type { EndpointRow, Grant, WorkerRow, WorkerSetting } from '#shared/contract/endpoints';
import { providerGrant, providers, variablePrefix } from '#shared/platform/providers/registry';
import { isReporting, signaturePrefix } from '#shared/transactions/domain/reporters';
import type { StageName } from '#shared/values/stage-name';

export type FunctionRow = EndpointRow | WorkerRow;

const QUEUES = 'https://sqs.us-east-1.amazonaws.com/111122223333';

export const WEBHOOK_KEY_ID = 'arn:aws:kms:us-east-1:111122223333:key/webhook';

export const LINK_KEY_ID = 'arn:aws:kms:us-east-1:111122223333:key/link';

/** Values for names and addresses that CloudFormation generates. */
const ADDRESSES = {
  TABLE_NAME: 'ramp',
  FILES_BUCKET: 'ramp-files',
  WEBHOOK_KEY_ID,
  LINK_KEY_ID,
  EVENT_BUS_NAME: 'ramp-bus',
  FIRST_ATTEMPTS_QUEUE_URL: `${QUEUES}/first-attempts`,
  RETRIES_QUEUE_URL: `${QUEUES}/retries`,
  STEPS_QUEUE_URL: `${QUEUES}/steps`,
} as const;

/** Variables that the Lambda runtime sets. */
export const RUNTIME = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'function', AWS_SECRET_ACCESS_KEY: 'function' };

const configs = new Map<StageName, StageConfig>();

function config(stage: StageName): StageConfig {
  const known = configs.get(stage) ?? loadStage({ env: stage });
  configs.set(stage, known);
  return known;
}

function functionEnvironment(row: FunctionRow, stage: StageName): Readonly<Record<string, string>> {
  const stageConfig = config(stage);
  const { webhookKey, linkKey, files } = grantedResources(row.grants);
  const settings: Readonly<Record<WorkerSetting, string>> = {
    ACCOUNT_ID: '111122223333',
    DOCUMENT_FILES: '/opt',
    SANDBOX_STEP_MS: String(stageConfig.sandboxStepMs),
    QUOTE_TTL_S: String(stageConfig.quoteTtlS),
    WEBHOOK_DELAYS_S: stageConfig.webhookDelaysS.join(','),
  };
  const keyScope = 'scope' in row ? row.keyScope : undefined;
  const outlets = 'outlets' in row ? row.outlets : [];
  return {
    STAGE: stage,
    TABLE_NAME: ADDRESSES.TABLE_NAME,
    LOG_LEVEL: stageConfig.logs.level,
    ...(keyScope && { REQUIRED_SCOPE: keyScope }),
    ...(keyScope && { RATE_LIMIT_RPS: String(stageConfig.capacity.requestsPerPartnerS) }),
    ...(webhookKey ? { WEBHOOK_KEY_ID: ADDRESSES.WEBHOOK_KEY_ID } : {}),
    ...(linkKey ? { LINK_KEY_ID: ADDRESSES.LINK_KEY_ID } : {}),
    ...(files ? { FILES_BUCKET: ADDRESSES.FILES_BUCKET } : {}),
    ...(row.grants.includes('signatures-write') && stageConfig.signedRecordsLockedDays !== undefined
      ? { SIGNED_RECORDS_LOCKED_DAYS: String(stageConfig.signedRecordsLockedDays) }
      : {}),
    ...providerVariables(stageConfig, row.grants),
    ...Object.fromEntries(row.settings.map((name) => [name, settings[name]])),
    ...Object.fromEntries(outlets.map((name) => [name, ADDRESSES[name]])),
  };
}

/** Returns the environment variables of a function, including those of the Lambda runtime. */
export function processEnvironment(row: FunctionRow, stage: StageName): Readonly<Record<string, string>> {
  return { ...RUNTIME, ...functionEnvironment(row, stage) };
}

function grantedResources(grants: readonly Grant[]) {
  return {
    webhookKey: grants.some((grant) => grant.startsWith('webhook-key')),
    linkKey: grants.includes('link-key-mac'),
    files: grants.some((grant) => /^(uploads|kyc-files|signatures|receipts|invoices|logos|files)-/.test(grant)),
  };
}

function providerVariables({ providers: configured = {} }: StageConfig, grants: readonly Grant[]) {
  const own = providers.flatMap(({ name, setting }) => {
    const settings = grants.includes(providerGrant(name)) ? configured[setting] : undefined;
    if (settings === undefined) return [];
    const prefix = variablePrefix(name);
    const age = 'maxAgeS' in settings ? [[`${prefix}_MAX_AGE_S`, String(settings.maxAgeS)]] : [];
    return [[`${prefix}_URL`, settings.url], [`${prefix}_SECRET_ARN`, settings.secretArn], ...age];
  });
  const reporting = providers.filter(isReporting).flatMap(({ name, setting }) => {
    const settings = grants.includes('provider-events') ? configured.events?.[setting] : undefined;
    return settings === undefined ? [] : [[`${signaturePrefix(name)}_SECRET_ARN`, settings.secretArn]];
  });
  return Object.fromEntries([...own, ...reporting]);
}
