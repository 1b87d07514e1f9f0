import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { AwsCaller, AwsRefusal, pageOf, whenVisible } from '#cloud/aws/aws-caller';
import {
  type CloudAnswer,
  type CloudRequest,
  callerIdentity,
  refusal,
  type SmallCloud,
  startSmallCloud,
  xmlRefusal,
} from '#test/support/cloud/small-cloud';

const ACCOUNT = '123456789012';
const KEYS = { AWS_ACCESS_KEY_ID: 'AKIDTEMPORARY', AWS_SECRET_ACCESS_KEY: 'secret' };
const SESSION = 'a-session-token';
const identity = z.object({ Account: z.string() });
const whose = 'sts GetCallerIdentity';

let folder: string;
const stops: (() => Promise<void> | void)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'partner-ramp-caller-'));
  // The chain of this process is that of a person who has nothing set.
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED', 'true');
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  vi.stubEnv('HOME', folder);
});

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

async function cloud(answer: (request: CloudRequest) => CloudAnswer | 'lost'): Promise<SmallCloud> {
  const started = await startSmallCloud(answer);
  stops.push(() => started.stop());
  return started;
}

function caller(environment: Readonly<Record<string, string>>): AwsCaller {
  const created = new AwsCaller({ AWS_REGION: 'eu-west-1', ...environment });
  stops.unshift(() => created.stop());
  return created;
}

/** Answers those who show the temporary credentials, as STS does. */
const temporary = ({ accessKeyId, sessionToken }: CloudRequest): CloudAnswer =>
  accessKeyId === KEYS.AWS_ACCESS_KEY_ID && sessionToken === SESSION
    ? callerIdentity(ACCOUNT)
    : xmlRefusal('InvalidClientTokenId', 'The security token included in the request is invalid.');

/** Files of a person's profiles. */
function writeProfiles(config: string, credentials = ''): Readonly<Record<string, string>> {
  const [configFile, credentialsFile] = [join(folder, 'config'), join(folder, 'credentials')];
  writeFileSync(configFile, config);
  writeFileSync(credentialsFile, credentials);
  return { AWS_CONFIG_FILE: configFile, AWS_SHARED_CREDENTIALS_FILE: credentialsFile };
}

const OWN_KEYS = `aws_access_key_id = ${KEYS.AWS_ACCESS_KEY_ID}\naws_secret_access_key = secret\naws_session_token = ${SESSION}\n`;

describe('credentials', () => {
  it('of the environment go with their session token', async () => {
    const { url } = await cloud(temporary);
    const aws = caller({ ...KEYS, AWS_SESSION_TOKEN: SESSION, AWS_ENDPOINT_URL: url });
    expect(await aws.call(whose, {}, identity)).toEqual({ Account: ACCOUNT });
  });

  it('are those of the profile that is named, with keys in the environment too', async () => {
    const { url } = await cloud(temporary);
    const files = writeProfiles('[profile work]\nregion = eu-west-1\n', `[work]\n${OWN_KEYS}`);
    const other = { AWS_ACCESS_KEY_ID: 'AKIDOTHER', AWS_SECRET_ACCESS_KEY: 'other' };
    const aws = caller({ ...other, ...files, AWS_PROFILE: 'work', AWS_ENDPOINT_URL: url });
    expect(await aws.call(whose, {}, identity)).toEqual({ Account: ACCOUNT });
  });

  it('are those of the role that a profile names', async () => {
    const { url } = await cloud((request) => {
      if (request.operation !== 'AssumeRole') return temporary(request);
      const expiration = new Date(Date.now() + 3_600_000).toISOString();
      const own = `<AccessKeyId>${KEYS.AWS_ACCESS_KEY_ID}</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>${SESSION}</SessionToken><Expiration>${expiration}</Expiration>`;
      return {
        body: `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>${own}</Credentials></AssumeRoleResult></AssumeRoleResponse>`,
      };
    });
    // The SDK itself asks STS for the role.
    vi.stubEnv('AWS_ENDPOINT_URL_STS', url);
    const files = writeProfiles(
      `[profile deployer]\nregion = eu-west-1\nrole_arn = arn:aws:iam::${ACCOUNT}:role/deployer\nsource_profile = own\n`,
      '[own]\naws_access_key_id = AKIDOWN\naws_secret_access_key = own\n',
    );
    const aws = caller({ ...files, AWS_PROFILE: 'deployer', AWS_ENDPOINT_URL: url });
    expect(await aws.call(whose, {}, identity)).toEqual({ Account: ACCOUNT });
  });

  it('are those of single sign-on', async () => {
    const { url } = await cloud((request) => {
      if (!request.operation.startsWith('GET /federation/credentials')) return temporary(request);
      expect(request.headers['x-amz-sso_bearer_token']).toBe('signed-in');
      const own = { accessKeyId: KEYS.AWS_ACCESS_KEY_ID, secretAccessKey: 's', sessionToken: SESSION };
      return { body: { roleCredentials: { ...own, expiration: Date.now() + 3_600_000 } } };
    });
    vi.stubEnv('AWS_ENDPOINT_URL_SSO', url);
    const start = 'https://example.awsapps.com/start';
    const cache = join(folder, '.aws/sso/cache');
    mkdirSync(cache, { recursive: true });
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    writeFileSync(
      join(cache, `${createHash('sha1').update(start).digest('hex')}.json`),
      JSON.stringify({ accessToken: 'signed-in', expiresAt, region: 'eu-west-1', startUrl: start }),
    );
    const files = writeProfiles(
      `[profile sso]\nregion = eu-west-1\nsso_start_url = ${start}\nsso_region = eu-west-1\nsso_account_id = ${ACCOUNT}\nsso_role_name = Deployer\n`,
    );
    // The SDK itself looks for the profile once more, where this process has its files.
    for (const [name, file] of Object.entries(files)) vi.stubEnv(name, file);
    const aws = caller({ ...files, AWS_PROFILE: 'sso', AWS_ENDPOINT_URL: url });
    expect(await aws.call(whose, {}, identity)).toEqual({ Account: ACCOUNT });
  });
});

it('says that a service could not be reached, and not that it refused', async () => {
  const { url } = await cloud(() => 'lost');
  const aws = caller({ ...KEYS, AWS_ENDPOINT_URL: url.replace('http:', 'https:') });
  await expect(aws.call(whose, {}, identity)).rejects.toThrow(
    /^sts GetCallerIdentity could not be reached: EPROTO, .*\. Check the network and the Region$/,
  );
});

it('says that no one is signed in', async () => {
  const aws = caller({ AWS_ENDPOINT_URL: 'http://127.0.0.1:9' });
  await expect(aws.call(whose, {}, identity)).rejects.toThrow(
    expect.objectContaining({ name: 'CredentialsProviderError' }),
  );
});

const groups = pageOf('logGroups', z.object({ logGroupName: z.string() }));
const listGroups = 'logs DescribeLogGroups';

describe('calls', () => {
  it('are sent again while they are throttled, and when an answer is lost', async () => {
    let calls = 0;
    const { url } = await cloud(() => {
      calls += 1;
      if (calls === 1) return 'lost';
      return calls < 4 ? refusal('ThrottlingException', 'Rate exceeded') : { body: { logGroups: [] } };
    });
    expect(await caller({ ...KEYS, AWS_ENDPOINT_URL: url }).list(listGroups, {}, groups)).toEqual([]);
    expect(calls).toBe(4);
  });

  it('of a list go on to its last page', async () => {
    const { url } = await cloud(({ body }) => {
      const { nextToken = '0' } = z.object({ nextToken: z.string().optional() }).parse(JSON.parse(body));
      const next = Number(nextToken) + 1;
      return {
        body: { logGroups: [{ logGroupName: `group-${nextToken}` }], ...(next < 4 && { nextToken: `${next}` }) },
      };
    });
    const found = await caller({ ...KEYS, AWS_ENDPOINT_URL: url }).list(listGroups, {}, groups);
    expect(found.map(({ logGroupName }) => logGroupName)).toEqual(['group-0', 'group-1', 'group-2', 'group-3']);
  });

  it('go to the address of their service, where it has one', async () => {
    const [all, quotas] = [await cloud(() => callerIdentity(ACCOUNT)), await cloud(() => ({ body: { Quotas: [] } }))];
    const aws = caller({ ...KEYS, AWS_ENDPOINT_URL: all.url, AWS_ENDPOINT_URL_SERVICE_QUOTAS: quotas.url });
    expect(
      await aws.list('service-quotas ListServiceQuotas', { ServiceCode: 'events' }, pageOf('Quotas', z.unknown())),
    ).toEqual([]);
    expect([all.requests.length, quotas.requests.length]).toEqual([0, 1]);
  });

  it('for what was made a moment ago are sent again until it is there, and other refusals are not', async () => {
    let calls = 0;
    const { url } = await cloud(() => {
      calls += 1;
      return calls < 3 ? refusal('ResourceNotFoundException', 'no such group') : { body: { logGroups: [] } };
    });
    const aws = caller({ ...KEYS, AWS_ENDPOINT_URL: url });
    expect(await whenVisible(() => aws.list(listGroups, {}, groups))).toEqual([]);
    const denied = await cloud(() => refusal('AccessDeniedException', 'not authorized'));
    const other = caller({ ...KEYS, AWS_ENDPOINT_URL: denied.url });
    await expect(whenVisible(() => other.list(listGroups, {}, groups))).rejects.toThrow(AwsRefusal);
    expect(denied.requests.length).toBe(1);
  });
});
