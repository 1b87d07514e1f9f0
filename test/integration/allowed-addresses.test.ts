import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { announce } from '#test/support/announce';
import { cli, environmentOf } from '#test/support/cli';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { ops } from '#test/unit/ops/tool';

const running = await sharedStack();
const here = ['--data-dir', announce(running), '--json'];
const { partnerId } = JSON.parse((await ops(['partner', 'create', '--name', 'Listed', ...here])).out);
const own = ['--partner', partnerId];
const answerShape = z.looseObject({
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  data: z.optional(z.looseObject({ allowedAddresses: z.optional(z.nullable(z.array(z.string()))) })),
});
const HERE = ['--cidr', '127.0.0.0/8', '--cidr', '::1'];
const ELSEWHERE = ['--cidr', '203.0.113.0/24', '--cidr', '2001:db8::/32'];

async function issue(...cidrs: string[]): Promise<{ keyId: string; apiKey: string }> {
  const { code, out, error } = await ops(['key', 'issue', ...own, ...cidrs, ...here]);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out);
}

async function send(apiKey: string, path: string, { headers, ...request }: RequestInit = {}) {
  const url = `${running.baseUrl}/api/partner/v2${path}`;
  const answer = await fetch(url, { ...request, headers: { 'partner-api-key': apiKey, ...headers } });
  return { status: answer.status, body: answerShape.parse(await answer.json()) };
}

async function call(apiKey: string, path = '/users', headers: Readonly<Record<string, string>> = {}) {
  const { status, body } = await send(apiKey, path, { headers });
  return { status, code: body.code, message: body.message };
}

const OWN = '/api-key/allowed-addresses';
const narrow = (apiKey: string, ...allowedAddresses: string[]) =>
  send(apiKey, OWN, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ allowedAddresses }),
  });

const refused = {
  status: 403,
  code: 'ADDRESS_NOT_ALLOWED',
  message: expect.stringMatching(/^API Key is not allowed from (127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/),
};

it('lets a key in from its addresses alone, whatever a header says', async () => {
  const [inside, outside] = [await issue(...HERE), await issue(...ELSEWHERE)];
  expect(await call(inside.apiKey)).toMatchObject({ status: 200 });
  const forged = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' };
  expect(await call(outside.apiKey)).toEqual(refused);
  expect(await call(outside.apiKey, '/users', forged)).toEqual(refused);
  // Refused before anything of the request is looked at.
  expect(await call(outside.apiKey, '/users/none?nothing=1')).toEqual(refused);
  expect(await call((await issue()).apiKey)).toMatchObject({ status: 200 });
});

it('follows what operators allow later, and hands it on to the successor of a key', async () => {
  const { keyId, apiKey } = await issue();
  expect(await ops(['key', 'allow', ...own, '--id', keyId, ...ELSEWHERE, ...here])).toMatchObject({
    code: 0,
    error: '',
  });
  expect(await call(apiKey)).toEqual(refused);
  const { keys } = JSON.parse((await ops(['key', 'list', ...own, ...here])).out);
  expect(keys.find((one: { keyId: string }) => one.keyId === keyId)).toMatchObject({
    allowedCidrs: ['203.0.113.0/24', '2001:db8::/32'],
    lastUsedAt: null,
  });
  const rotated = await ops(['key', 'rotate', ...own, '--id', keyId, ...here]);
  const successor: { keyId: string; apiKey: string } = JSON.parse(rotated.out);
  expect(await call(successor.apiKey)).toEqual(refused);
  const other = await issue(...ELSEWHERE);
  expect((await ops(['key', 'allow', ...own, '--id', other.keyId, '--anywhere', ...here])).code).toBe(0);
  expect(await call(other.apiKey)).toMatchObject({ status: 200 });
});

it.each([
  [['--cidr', '203.0.113.5/24'], /--cidr is a range such as 203\.0\.113\.0\/24 .* not "203\.0\.113\.5\/24"/],
  [['--cidr', '0.0.0.0/0'], /--cidr is a range/],
  [['--cidr', '203.0.113.0/33'], /--cidr is a range/],
  [['--cidr', 'example.com'], /--cidr is a range/],
  [[], /Give --cidr, or --anywhere/],
  [['--cidr', '203.0.113.7', '--anywhere'], /Give --cidr, or --anywhere/],
])('refuses %j', async (options, message) => {
  const { keyId } = await issue();
  const { code, error } = await ops(['key', 'allow', ...own, '--id', keyId, ...options, ...here]);
  expect([code, error]).toEqual([expect.any(Number), expect.stringMatching(message)]);
  expect(code).not.toBe(0);
});

describe('a partner', () => {
  it('narrows its own key, which elsewhere is refused then, and so is its successor', async (context) => {
    if (process.platform !== 'linux') return context.skip('only Linux has the whole of 127.0.0.0/8');
    const { keyId, apiKey } = await issue();
    expect(await send(apiKey, OWN)).toMatchObject({ status: 200, body: { data: { keyId, allowedAddresses: null } } });
    const set = { keyId, allowedAddresses: ['127.0.0.0/8', '::1/128'] };
    for (const _ of ['first', 'again'])
      expect(await narrow(apiKey, '127.0.0.0/8', '::1')).toMatchObject({ status: 200, body: { data: set } });
    expect(await send(apiKey, OWN)).toMatchObject({ status: 200, body: { data: set } });
    // Another address of the same machine.
    const elsewhere = () => statusFrom('127.0.0.9', apiKey);
    expect(await elsewhere()).toBe(200);
    const { status, body } = await narrow(apiKey, '127.0.0.1');
    expect([status, body.data?.allowedAddresses]).toEqual([200, ['127.0.0.1/32']]);
    const rotated = await ops(['key', 'rotate', ...own, '--id', keyId, ...here]);
    expect(await statusFrom('127.0.0.9', JSON.parse(rotated.out).apiKey)).toBe(403);
    const { keys } = JSON.parse((await ops(['key', 'list', ...own, ...here])).out);
    const listed = keys.filter((one: { allowedCidrs: unknown }) => `${one.allowedCidrs}` === '127.0.0.1/32');
    expect(listed).toHaveLength(2);
  });

  it('neither widens it nor leaves itself out', async () => {
    const { apiKey } = await issue(...HERE);
    const refusal = (field: string, message: RegExp) => ({
      status: 400,
      body: { code: 'INVALID_USER_INPUT_ERROR', errors: [{ field, message: expect.stringMatching(message) }] },
    });
    expect(await narrow(apiKey, '126.0.0.0/7')).toMatchObject(
      refusal('allowedAddresses.0', /within one of the ranges/),
    );
    expect(await narrow(apiKey, '::1', '203.0.113.0/24')).toMatchObject(refusal('allowedAddresses.1', /ask us/));
    expect(await narrow(apiKey, '127.128.0.0/9')).toMatchObject(refusal('allowedAddresses', /address of this request/));
    expect(await narrow(apiKey, '127.0.0.1/8')).toMatchObject(refusal('allowedAddresses.0', /Must be a range/));
    const { body } = await send(apiKey, OWN);
    expect(body.data?.allowedAddresses).toEqual(['127.0.0.0/8', '::1/128']);
  });

  it('does both on the command line', async () => {
    const { keyId, apiKey } = await issue();
    const environment = environmentOf({ baseUrl: running.baseUrl, apiKey });
    const run = (...args: string[]) => cli(['addresses', ...args], { environment });
    expect(await run('show')).toMatchObject({ code: 0, out: `The key ${keyId} may be used from anywhere.\n` });
    const set = `The key ${keyId} may be used from 127.0.0.0/8, ::1/128.\n`;
    expect(await run('set', '127.0.0.0/8, ::1')).toEqual({ code: 0, out: set, error: '' });
    const { code, error } = await run('set', '203.0.113.0/24');
    expect([code, error]).toEqual([1, expect.stringMatching(/\n {2}allowedAddresses\.0: .*within one of the ranges/)]);
    const shown = JSON.parse((await run('show', '--json')).out);
    expect(shown).toEqual({ keyId, allowedAddresses: ['127.0.0.0/8', '::1/128'] });
  });

  it('has one of two settings at the same time, and the other is checked against it', async () => {
    const { apiKey } = await issue();
    // Neither lies within the other.
    const settings = [
      ['127.0.0.0/16', '::1'],
      ['127.0.0.1', '::1', '198.51.100.0/24'],
    ];
    const answers = await Promise.all(settings.map((ranges) => narrow(apiKey, ...ranges)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const taken = answers.find(({ status }) => status === 200);
    expect((await send(apiKey, OWN)).body).toEqual(taken?.body);
  });
});

/** The status of a call that comes from another address of this machine. */
function statusFrom(localAddress: string, apiKey: string): Promise<number | undefined> {
  const url = `${running.baseUrl.replace('localhost', '127.0.0.1')}/api/partner/v2${OWN}`;
  return new Promise((resolve, reject) => {
    const sent = request(url, { localAddress, headers: { 'partner-api-key': apiKey } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject).end();
  });
}
