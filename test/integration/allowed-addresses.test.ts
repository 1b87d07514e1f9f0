import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { announce } from '#test/support/announce';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { ops } from '#test/unit/ops/tool';

const running = await sharedStack();
const here = ['--data-dir', announce(running), '--json'];
const { partnerId } = JSON.parse((await ops(['partner', 'create', '--name', 'Listed', ...here])).out);
const own = ['--partner', partnerId];
const refusalShape = z.looseObject({ code: z.optional(z.string()), message: z.optional(z.string()) });
const HERE = ['--cidr', '127.0.0.0/8', '--cidr', '::1'];
const ELSEWHERE = ['--cidr', '203.0.113.0/24', '--cidr', '2001:db8::/32'];

async function issue(...cidrs: string[]): Promise<{ keyId: string; apiKey: string }> {
  const { code, out, error } = await ops(['key', 'issue', ...own, ...cidrs, ...here]);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out);
}

async function call(apiKey: string, path = '/users', headers: Readonly<Record<string, string>> = {}) {
  const url = `${running.baseUrl}/api/partner/v2${path}`;
  const answer = await fetch(url, { headers: { 'partner-api-key': apiKey, ...headers } });
  const { code, message } = refusalShape.parse(await answer.json());
  return { status: answer.status, code, message };
}

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
