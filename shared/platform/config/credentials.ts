/** Credentials from the Lambda runtime's environment variables. Replaces the SDK's provider chain in bundles (docs/adr/007). */

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/**
 * Replaces the SDK's function of the same name. Reads the credentials once, because they never change in a process.
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
