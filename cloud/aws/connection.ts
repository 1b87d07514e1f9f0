import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { STS } from '@aws-sdk/client-sts';
import { defaultProvider } from '@aws-sdk/credential-provider-node';

/** Variables that say where the cloud is and who calls, as the SDKs and the command lines read them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Attempts of one call. Throttling pauses up to 20 s between two, so that the last one is some two minutes after the first. */
const MAX_ATTEMPTS = 10;
/** Time for a connection, in ms. */
const CONNECTION_MS = 10_000;
/** Time for an answer, in ms: an answer that is lost is asked for again. */
const ANSWER_MS = 60_000;

/**
 * Finds who calls: keys of the environment with their session token, unless it names a profile; otherwise the usual chain of
 * AWS (profile, role, single sign-on, process, web identity, container, instance), which renews what expires.
 * Each result of this function reads the files of the profiles once more.
 */
export function credentialsOf(environment: Environment) {
  const { AWS_PROFILE: profile, AWS_REGION: region, AWS_SESSION_TOKEN: sessionToken } = environment;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  const { AWS_CONFIG_FILE: configFilepath, AWS_SHARED_CREDENTIALS_FILE: filepath } = environment;
  if (!profile && accessKeyId && secretAccessKey)
    return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  return defaultProvider({
    ignoreCache: true,
    ...(profile && { profile }),
    ...(configFilepath && { configFilepath }),
    ...(filepath && { filepath }),
    ...(region && { clientConfig: { region } }),
  });
}

/**
 * Gives the configuration of every client, but for its credentials.
 * @param serviceId as the SDK names the service: `Service Quotas`
 */
export function connectionOf(environment: Environment, serviceId: string) {
  const { AWS_REGION: region, AWS_CA_BUNDLE: bundle } = environment;
  const own = environment[`AWS_ENDPOINT_URL_${serviceId.toUpperCase().replaceAll(' ', '_')}`];
  const endpoint = own ?? environment.AWS_ENDPOINT_URL;
  return {
    ...(region && { region }),
    // An emulator answers for every bucket and queue at its one address.
    ...(endpoint && { endpoint, forcePathStyle: true, useQueueUrlAsEndpoint: false }),
    // Adaptive: a service that throttles is asked no faster than it answers, whichever of its calls is refused.
    retryMode: 'adaptive',
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECTION_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      ...(bundle && { httpsAgent: new Agent({ ca: readFileSync(bundle), keepAlive: true }) }),
    },
  };
}

/** The Region of the usual chain: environment, then profile. @throws Error where none is set */
export async function regionOf(environment: Environment): Promise<string> {
  const { AWS_REGION, AWS_DEFAULT_REGION, AWS_PROFILE: profile } = environment;
  const given = AWS_REGION || AWS_DEFAULT_REGION;
  if (given) return given;
  const client = new STS({ ...(profile && { profile }) });
  try {
    return await client.config.region();
  } finally {
    client.destroy();
  }
}
