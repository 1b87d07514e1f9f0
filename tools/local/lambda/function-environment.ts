import { LOCAL_REGION } from '#local/engines/local-cloud';
import { type Reporter, reporters, signaturePrefix } from '#shared/transactions/domain/reporters';

/**
 * Settings of the local stack that the functions receive as environment variables. These values override the values in the
 * CloudFormation templates.
 */
export const RUN_VARIABLES = [
  'SANDBOX_STEP_MS',
  'WEBHOOK_DELAYS_S',
  'QUOTE_TTL_S',
  'CLOCK_OFFSET_S',
  'RATE_LIMIT_RPS',
  'LOG_LEVEL',
  'PAYMENT_PROOFS',
] as const;

export type RunVariables = Readonly<Partial<Record<(typeof RUN_VARIABLES)[number], string>>>;

/** URLs of the local engines. */
export interface ServiceEndpoints {
  readonly dynamodb: string;
  readonly sqs: string;
  readonly s3: string;
  readonly eventBridge: string;
  readonly kms: string;
}

/** Returns all environment variables of a function. A function inherits no variables from this process. */
export function functionEnvironment(fn: {
  readonly name: string;
  readonly memoryMb: number;
  readonly variables: Readonly<Record<string, string>>;
  readonly endpoints: ServiceEndpoints;
  readonly run: RunVariables;
  /** Secret of each provider, for the signatures of its reported events. */
  readonly providerEventsSecrets?: Readonly<Record<Reporter, string>> | undefined;
}): Record<string, string> {
  return {
    TZ: ':UTC',
    LANG: 'en_US.UTF-8',
    ...fn.variables,
    ...fn.run,
    LOCAL_NETWORK: 'allow',
    LOCAL_LINKS: 'http',
    ...Object.fromEntries(
      reporters.flatMap((name) => {
        const secret = fn.providerEventsSecrets?.[name];
        return secret === undefined ? [] : [[`${signaturePrefix(name)}_SECRET`, secret]];
      }),
    ),
    // Prevents a warning of the SDK about Node.js 20 in every function. The deployed runtime is newer.
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    AWS_REGION: LOCAL_REGION,
    AWS_DEFAULT_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    // Role credentials contain a session token. Here the token identifies the function that sends a request.
    AWS_SESSION_TOKEN: fn.name,
    AWS_LAMBDA_FUNCTION_NAME: fn.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(fn.memoryMb),
    AWS_ENDPOINT_URL_DYNAMODB: fn.endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: fn.endpoints.sqs,
    AWS_ENDPOINT_URL_S3: fn.endpoints.s3,
    AWS_ENDPOINT_URL_EVENTBRIDGE: fn.endpoints.eventBridge,
    AWS_ENDPOINT_URL_KMS: fn.endpoints.kms,
  };
}
