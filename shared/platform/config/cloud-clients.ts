/** Services that we call without an SDK client, named as in the SDK's environment variables. */
type SignedService = 'S3' | 'SECRETS_MANAGER';

/**
 * Returns the endpoint URL of a service by the rules of the AWS SDKs; `undefined` for the default AWS endpoint
 * (https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html).
 * @throws TypeError if the URL is malformed
 */
export function configuredEndpoint(service: SignedService): string | undefined {
  const { env } = process;
  if (env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS === 'true') return undefined;
  const address = env[`AWS_ENDPOINT_URL_${service}`] || env.AWS_ENDPOINT_URL;
  return address ? new URL(address).href.replace(/\/$/, '') : undefined;
}

/**
 * Timeouts of AWS clients, in ms. Three attempts fit into a function's time limit of 15 s. Without `throwOnRequestTimeout`, a
 * client that gets no response only logs a warning and continues to wait. With this option, the client retries.
 */
export const requestTimeouts = { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true } as const;
