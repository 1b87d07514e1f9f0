/**
 * Credentials of a deployed function's role, from the environment variables of the Lambda runtime. The bundler uses this module
 * instead of the SDK's provider chain (files, single sign-on, instance metadata). No function needs the chain, and the chain is a
 * fifth of a bundle (docs/adr/007).
 */

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/**
 * Replaces the SDK's function of the same name. Reads the credentials once, because the SDK requests credentials before every
 * call and the credentials of a process never change.
 * @throws Error if the environment contains no credentials
 */
export function defaultProvider(): () => Promise<Credentials> {
  let known: Credentials | undefined;
  return async () => {
    known ??= readCredentials();
    return known;
  };
}

function readCredentials(): Credentials {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (AWS_ACCESS_KEY_ID === undefined || AWS_SECRET_ACCESS_KEY === undefined) {
    throw new Error('The environment has no AWS credentials');
  }
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN === undefined ? {} : { sessionToken: AWS_SESSION_TOKEN }),
  };
}
