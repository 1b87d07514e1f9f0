/**
 * The credentials of a deployed function: those of its role, which the runtime sets in its environment. The
 * bundler puts this in the place of the SDK's provider chain (files, single sign-on, instance metadata), which
 * no function needs and which is a fifth of a bundle (docs/adr/007).
 */

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/**
 * Has the name of the SDK's provider, which it replaces. A process has one set of credentials for its life, so they are
 * read once: the SDK asks before every call.
 * @throws Error when the environment has no credentials
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
