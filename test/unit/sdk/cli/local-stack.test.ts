import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PartnerBuses } from '#local/events/partner-buses';
import { startHttpServer } from '#local/processes/http-server';
import { startControl } from '#local/wiring/control';
import { cli, newSettingsFolder } from '#test/support/cli';
import { startedForTests } from '#test/support/started-for-tests';

const KEY = 'ramp_sbx_0123456789abcdefghijABCDEFGHIJ01_000000';
const ID = '00000000-0000-7000-8000-000000000000';

/** Keys that the server received. The server acts as the gateway of a stack or as the server of an attacker. */
const keys: unknown[] = [];

// Connections to 0.0.0.0 also reach this server. Commands must refuse this address; `keys` shows if a command sent a key there.
const server = startedForTests(() =>
  startHttpServer((request, response) => {
    const key = request.headers['partner-api-key'];
    if (key !== undefined) keys.push(key);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ success: true, data: { environment: 'sandbox', partnerId: 'the-partner' } }));
  }),
);
const control = startedForTests(() => startControl(new PartnerBuses()));

let workingFolder: string;
let folder: string;

beforeEach(() => {
  keys.length = 0;
  workingFolder = newSettingsFolder();
  folder = join(workingFolder, '.local');
  mkdirSync(folder, { mode: 0o700 });
  plant();
});
afterEach(() => vi.restoreAllMocks());

/** Writes the state file of a running stack and its key file. `other` replaces fields of the state. */
function plant({ key = KEY, ...other }: Readonly<Record<string, unknown>> = {}): void {
  const state = {
    ...{ pid: process.pid, baseUrl: `http://127.0.0.1:${server().port}`, keyFile: join(folder, 'partner-key') },
    ...{ controlEndpoint: control().endpoint, controlSecret: control().secret },
  };
  writeFileSync(join(folder, 'stack.json'), JSON.stringify({ ...state, ...other }), { mode: 0o600 });
  writeFileSync(join(folder, 'partner-key'), `${key}\n`, { mode: 0o600 });
}

const whoami = (...args: string[]) => cli(['whoami', ...args], { workingFolder });

it('finds the stack of the caller, which proves that it runs', async () => {
  expect((await whoami()).out).toContain('the local stack');
  expect(keys).toEqual([KEY, KEY]);
});

it('finds it in DATA_DIR, and from a folder below', async () => {
  const dataDir = { workingFolder: newSettingsFolder(), environment: { DATA_DIR: folder } };
  expect((await cli(['whoami'], dataDir)).out).toContain('the local stack');
  const below = { workingFolder: join(workingFolder, 'a', 'b') };
  expect((await cli(['whoami'], below)).out).toContain('the local stack');
});

function moveAndLink(name: string): void {
  const other = join(workingFolder, 'other');
  renameSync(join(folder, name), other);
  symlinkSync(other, join(folder, name));
}

const foreign: Readonly<Record<string, () => void>> = {
  'an address that is not on this machine': () => plant({ baseUrl: `http://0.0.0.0:${server().port}` }),
  'an address with a path': () => plant({ baseUrl: `http://127.0.0.1:${server().port}/elsewhere` }),
  'an address with a user': () => plant({ baseUrl: `http://me:pw@127.0.0.1:${server().port}` }),
  'a control that is not on this machine': () =>
    plant({ controlEndpoint: control().endpoint.replace('127.0.0.1', '0.0.0.0') }),
  'a key file of another folder': () => {
    const keyFile = join(workingFolder, 'partner-key');
    writeFileSync(keyFile, `${KEY}\n`, { mode: 0o600 });
    plant({ keyFile });
  },
  'a key file that is a link': () => moveAndLink('partner-key'),
  'a state file that is a link': () => moveAndLink('stack.json'),
  'a key of another environment': () => plant({ key: KEY.replace('sbx', 'live') }),
  'a secret of another kind': () => plant({ key: 'aws_secret_access_key = 1' }),
  'a folder that others can write to': () => chmodSync(folder, 0o777),
  'a folder that the group can write to': () => chmodSync(folder, 0o770),
  'a state file that others can write to': () => chmodSync(join(folder, 'stack.json'), 0o666),
  'a key file that others can write to': () => chmodSync(join(folder, 'partner-key'), 0o622),
  'files of another user': () => {
    vi.spyOn(process, 'getuid').mockReturnValue((process.getuid?.() ?? 0) + 1);
  },
  'a process that runs and proves nothing': () => plant({ pid: 1, controlEndpoint: undefined }),
  'a process that responds at its address without proof': () =>
    plant({ pid: 1, controlEndpoint: `http://127.0.0.1:${server().port}` }),
  'a stack that was started after it, on the same port': () =>
    plant({ controlSecret: randomBytes(32).toString('hex') }),
  'a file that is no JSON': () => writeFileSync(join(folder, 'stack.json'), '{'),
  'a file that is no object': () => writeFileSync(join(folder, 'stack.json'), 'null'),
};

it.skipIf(process.platform === 'win32').each(Object.entries(foreign))(
  'takes nothing from %s (skipped: Windows has no modes of files)',
  async (_, change) => {
    change();
    expect((await whoami('--profile', 'local')).error).toBe('No local stack is running: start one with npm start.\n');
    expect((await whoami()).error).toMatch(/^There is no login/);
    expect(keys).toEqual([]);
  },
);

const commands = [
  ['whoami'],
  ['listen', '--forward-to', '1'],
  ['listen'],
  ['trigger', 'CREATED_KYC'],
  ['tx', 'show', ID],
  ['tx', 'find', 'order-2087'],
  ['tx', 'simulate', ID, 'EXPIRE'],
  ['resend', ID],
  ['open'],
].map((args) => [args.join(' '), args] as const);

it.each(commands)('%s does nothing in a hostile folder', async (_, args) => {
  plant({ baseUrl: `http://0.0.0.0:${server().port}` });
  const { code, out, error } = await cli(args, { workingFolder });
  expect([code, out, keys]).toEqual([1, '', []]);
  expect(error).toMatch(/^There is no login/);
});

it.each(commands)('%s takes no key of the environment to a stack that was found', async (_, args) => {
  const environment = { PARTNER_RAMP_API_KEY: 'ramp_live_x' };
  for (const profile of [[], ['--profile', 'local']]) {
    const { code, error } = await cli([...args, ...profile], { workingFolder, environment });
    expect([code, error.split(',')[0]]).toEqual([1, 'PARTNER_RAMP_API_KEY requires PARTNER_RAMP_BASE_URL. Set both']);
  }
  expect(keys).toEqual([]);
});
