import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startHttpServer } from '#local/processes/http-server';
import { cli, newSettingsFolder } from '#test/support/cli';
import { startedForTests } from '#test/support/started-for-tests';

/** Environment in the fake response to `GET …/capabilities`. */
let environment = 'sandbox';
const keys: unknown[] = [];

const KEY = 'ramp_sbx_0123456789abcdefghijABCDEFGHIJ01_000000';

const server = startedForTests(() =>
  startHttpServer((request, response) => {
    const key = request.headers['partner-api-key'];
    keys.push(key);
    const isKnown = typeof key === 'string' && key.startsWith('ramp_');
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    const refusal = { success: false, code: 'UNAUTHORIZED', message: 'Invalid or missing API key' };
    const data = request.url?.endsWith('/capabilities') ? { environment } : { partnerId: 'the-partner' };
    response.end(JSON.stringify(isKnown ? { success: true, data } : refusal));
  }),
);
let baseUrl: string;
beforeAll(() => {
  baseUrl = server().url;
});

describe('login', () => {
  it('keeps address and key for their owner alone, and logout forgets them', async () => {
    const settingsFolder = join(newSettingsFolder(), 'partner-ramp');
    const typed = [`${baseUrl}/api/partner/v2/`, KEY];
    const { code, out, error } = await cli(['login', '--profile', 'acme'], { settingsFolder, typed });
    const file = join(settingsFolder, 'acme.json');
    expect([code, error]).toEqual([0, '']);
    expect(out).toBe(`The key works: sandbox at ${baseUrl}. Profile "acme" is stored in ${file}.\n`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ baseUrl, apiKey: KEY });
    expect([statSync(file).mode & 0o777, statSync(settingsFolder).mode & 0o777]).toEqual([0o600, 0o700]);

    const options = { settingsFolder };
    expect(JSON.parse((await cli(['whoami', '--profile', 'acme', '--json'], options)).out)).toEqual({
      ...{ partnerId: 'the-partner', environment: 'sandbox', baseUrl, profile: 'acme', source: 'profile acme' },
    });
    await cli(['logout', '--profile', 'acme'], options);
    expect(readdirSync(settingsFolder)).toEqual([]);
    expect((await cli(['whoami', '--profile', 'acme'], options)).error).toBe(
      'There is no profile "acme". Run partner-ramp login --profile acme.\n',
    );
  });

  it.each([
    [['http://api.example.com', KEY], 'The base URL must be an https URL, or an http URL on this machine'],
    [['https://me:pw@api.example.com', KEY], 'The base URL must have no user or password'],
    [['here', KEY], 'The base URL must be an https URL'],
    [[''], 'The base URL must be an https URL'],
    [['OWN', ''], 'No key was entered. Nothing was stored'],
    [['OWN'], 'No key was entered. Nothing was stored'],
    [['OWN', 'two words'], 'An API key contains only ASCII characters'],
    [['OWN', 'wrong'], 'Invalid or missing API key (401 UNAUTHORIZED'],
  ])('keeps nothing of %j', async ([address = '', ...rest], sentence) => {
    const settingsFolder = newSettingsFolder();
    const typed = [address === 'OWN' ? baseUrl : address, ...rest];
    const { code, out, error } = await cli(['login'], { settingsFolder, typed });
    expect([code, out, readdirSync(settingsFolder)]).toEqual([1, '', []]);
    expect(error.startsWith(sentence)).toBe(true);
    expect(error).not.toContain(KEY);
  });
});

describe('the connection', () => {
  const whoami = async (options: Parameters<typeof cli>[1], ...args: string[]) => {
    keys.length = 0;
    const { out, error } = await cli(['whoami', '--json', ...args], options);
    return out === '' ? error : [JSON.parse(out).source, keys[0]];
  };

  it('is that of the environment, then of a profile', async () => {
    const settingsFolder = newSettingsFolder();
    const options = { settingsFolder };
    await cli(['login'], { settingsFolder, typed: [baseUrl, 'ramp_default'] });
    expect(await whoami(options)).toEqual(['profile default', 'ramp_default']);
    const PARTNER_RAMP_API_KEY = 'ramp_environment';
    for (const environment of [
      { PARTNER_RAMP_API_KEY },
      { PARTNER_RAMP_API_KEY, PARTNER_RAMP_BASE_URL: `${baseUrl}/` },
    ]) {
      const expected = ['PARTNER_RAMP_API_KEY', PARTNER_RAMP_API_KEY];
      expect(await whoami({ ...options, environment })).toEqual(expected);
    }
  });

  it('never takes a stored key to another address', async () => {
    const settingsFolder = newSettingsFolder();
    await cli(['login'], { settingsFolder, typed: [baseUrl, KEY] });
    const environment = { PARTNER_RAMP_BASE_URL: 'https://elsewhere.example.com' };
    expect(await whoami({ settingsFolder, environment })).toMatch(
      /^PARTNER_RAMP_BASE_URL requires PARTNER_RAMP_API_KEY/,
    );
    expect(keys).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'uses no key that others can read, and no damaged file (skipped: Windows has no modes of files)',
    async () => {
      const settingsFolder = newSettingsFolder();
      await cli(['login'], { settingsFolder, typed: [baseUrl, KEY] });
      const file = join(settingsFolder, 'default.json');
      chmodSync(file, 0o640);
      expect(await whoami({ settingsFolder })).toMatch(/^Other users can read .*chmod 600/);
      chmodSync(file, 0o600);
      for (const content of ['{', '[]', '{"baseUrl":1}']) {
        writeFileSync(file, content);
        expect(await whoami({ settingsFolder })).toMatch(/is damaged. Delete it and log in again\.\n$/);
      }
    },
  );
});

it.each([
  ['trigger', 'CREATED_KYC'],
  ['tx', 'simulate', 'ID', 'EXPIRE'],
])('nothing is made up in production: %s', async (...args) => {
  environment = 'production';
  const { code, error } = await cli(args, {
    environment: { PARTNER_RAMP_API_KEY: 'ramp_live_x', PARTNER_RAMP_BASE_URL: baseUrl },
  });
  environment = 'sandbox';
  expect([code, error]).toEqual([1, 'This is production. The command works only in the sandbox.\n']);
});

it('open shows the address, whether or not there is a browser', async () => {
  const environment = { PARTNER_RAMP_API_KEY: KEY, PARTNER_RAMP_BASE_URL: `${baseUrl}/sandbox` };
  const opened: string[] = [];
  const browse = async (url: string) => opened.push(url) > 0;
  expect((await cli(['open', 'reference'], { environment, browse })).out).toBe(`${baseUrl}/sandbox/docs\n`);
  expect(opened).toEqual([`${baseUrl}/sandbox/docs`]);
  expect(JSON.parse((await cli(['open', 'reference', '--json'], { environment })).out)).toEqual({
    url: `${baseUrl}/sandbox/docs`,
    opened: false,
  });
});
