/** Services whose calls are signed without the SDK's client, as the SDK spells them in names of variables. */
type SignedService = 'S3' | 'SECRETS_MANAGER';

/**
 * The address that the environment gives for a service instead of the cloud's own, by the rules of the SDKs
 * (https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html): first `AWS_ENDPOINT_URL_<SERVICE>`, then
 * `AWS_ENDPOINT_URL`; an empty one counts as absent; `AWS_IGNORE_CONFIGURED_ENDPOINT_URLS=true` turns both off.
 * @returns the address without a slash at its end, `undefined` if the cloud's own is meant
 * @throws TypeError when the address is no URL
 */
export function configuredEndpoint(service: SignedService): string | undefined {
  const { env } = process;
  if (env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS === 'true') return undefined;
  const address = env[`AWS_ENDPOINT_URL_${service}`] || env.AWS_ENDPOINT_URL;
  return address ? new URL(address).href.replace(/\/$/, '') : undefined;
}

/**
 * Time limits of a client of the cloud, in ms: three attempts fit into the 15 s of a function. A call without a response
 * is an error and is repeated; without `throwOnRequestTimeout` the client would only warn and wait on.
 */
export const requestTimeouts = { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true } as const;
