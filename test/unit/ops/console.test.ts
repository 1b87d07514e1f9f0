import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { offeredNames } from '#ops/console/run-verb';
import { pageFiles } from '#ops/console/server';
import { createPartner, readAudit } from '#shared/partners/repository';
import { findTransaction, replaceTransaction } from '#shared/transactions/repository';
import { newId } from '#shared/values/ids';
import { aHeldTransaction, consoleOn } from '#test/support/console/console-world';
import { itGuards, rightHeaders, sendLine } from '#test/support/console/refused-requests';
import { startedForTests } from '#test/support/started-for-tests';
import { ops, SECOND_PERSON, toolOnTable } from './tool';
import { verbs } from './verbs';

const { engine, identity } = toolOnTable();
const local = startedForTests(() => consoleOn(engine().endpoint, 'local'));
const production = startedForTests(() => consoleOn(engine().endpoint, 'production'));

const bodyShape = z.looseObject({ error: z.optional(z.string()), result: z.optional(z.looseObject({})) });

/** Sends a request as the page of the console does. @returns its status and body */
async function post(verb: string, body: unknown, { origin, token } = local()) {
  const response = await fetch(`${origin}/verbs/${verb.replace(' ', '/')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'console-token': token, origin },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, ...bodyShape.parse(await response.json()) };
}

let partnerId: string;
beforeAll(async () => {
  partnerId = (await createPartner({ name: 'Acme', stage: 'production', atMs: Date.now() })).partnerId;
});

const held = () => aHeldTransaction(partnerId);

const REASON = { reason: 'ticket 1' };

describe('a request to the console', () => {
  itGuards(local, 'POST /verbs/partner/list', () => partnerId);

  it('of another method, path or type changes nothing', async () => {
    const right = rightHeaders(local());
    const status = async (line: string, headers = right) => (await sendLine(local(), line, headers)).status;
    expect(await status('PUT /verbs/partner/list')).toBe(403);
    expect(await status('OPTIONS /verbs/partner/list')).toBe(403);
    expect(await status('GET /verbs/partner/list')).toBe(403);
    expect(await status('POST /verbs/partner')).toBe(404);
    expect(await status('POST /verbs/partner/list', { ...right, 'Content-Type': 'text/plain' })).toBe(404);
  });

  it('that is longer than any is refused', async () => {
    const body = { options: { id: 'x'.repeat(70_000) } };
    expect(await post('partner show', body)).toMatchObject({ status: 413 });
  });
});

it('its page holds no data, is small, and may load and call itself alone', async () => {
  const page = await fetch(local().origin);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';.*; require-trusted-types-for 'script'; trusted-types 'none'$/,
  );
  expect(page.headers.get('set-cookie')).toBeNull();
  expect(await page.text()).not.toContain(local().token);
  const files = [...(await pageFiles('local')).values()].map(({ content }) => content);
  expect(gzipSync(files.join('')).length).toBeLessThan(80_000);
});

describe('the verbs of the console', () => {
  it('are a closed list of verbs of the tool', async () => {
    const known = verbs.map(({ name }) => name);
    expect(offeredNames.filter((name) => !known.includes(name))).toEqual([]);
    for (const { name } of verbs.filter((one) => !offeredNames.includes(one.name)))
      expect(await post(name, { options: {} }), name).toMatchObject({ status: 404 });
  });

  it('that change anything are among its actions, with a reason', async () => {
    const writing = verbs.filter(({ name, writes }) => writes && offeredNames.includes(name));
    expect(writing).toHaveLength(9);
    for (const { name, options } of writing) {
      expect(Object.keys(options), name).toContain('reason');
      expect(await post(name, { options: {}, seenVersion: 1 }), name).toMatchObject({
        ...{ status: 400, error: '--reason is missing.' },
      });
    }
  });

  it('respond as the command line does', async () => {
    const { status, result } = await post('partner show', { options: { id: partnerId } });
    expect({ status, result }).toMatchObject({ status: 200, result: { id: partnerId, name: 'Acme' } });
    const other = newId(0);
    const unknown = await post('partner show', { options: { id: other } });
    expect(unknown).toEqual({ status: 422, error: `There is no partner ${other}.` });
  });

  it.each([
    ['an option that the verb does not have', { options: { name: 'x' } }],
    ['an option of the place', { options: { table: 'other' } }],
    ['a confirmation in advance', { options: { yes: true } }],
    ['a value of another form', { options: { id: 'x' } }],
    ['a repeated option', { options: { id: ['a', 'b'] } }],
    ['a body of another form', { id: 'x' }],
    ['no JSON', '{'],
  ])('refuse %s', async (_, body) => {
    expect(await post('partner show', body)).toMatchObject({ status: 400 });
  });
});

describe('an action', () => {
  it('is carried out on the version that was seen, under the operator name', async () => {
    const { id, version } = await held();
    const options = { transaction: id, ...REASON };
    expect(await post('hold reject', { options })).toMatchObject({ status: 400 });
    expect(await post('hold reject', { options, seenVersion: version })).toMatchObject({ status: 200 });
    expect(await findTransaction(id)).toMatchObject({ status: 'FAILED' });
    const audit = (await readAudit(partnerId)).filter(({ transactionId }) => transactionId === id);
    expect(audit).toMatchObject([{ verb: 'hold reject', reason: 'ticket 1' }]);
  });

  it('on another version is refused, and changes nothing', async () => {
    const transaction = await held();
    const { id, version } = transaction;
    await replaceTransaction(transaction, { ...transaction, version: version + 1 });
    const options = { transaction: id, ...REASON };
    for (const console of [local, production]) {
      const request = { options, seenVersion: version, confirmation: 'Acme' };
      expect(await post('hold reject', request, console())).toMatchObject({ status: 409 });
    }
    expect(await findTransaction(id)).toMatchObject({ version: version + 1, status: 'READY_BANK_TRANSFER' });
    expect((await readAudit(partnerId)).filter(({ transactionId }) => transactionId === id)).toEqual([]);
  });

  it('in production asks for the word, and is a proposal that a second person approves', async () => {
    const { id, version } = await held();
    const request = { options: { transaction: id, ...REASON }, seenVersion: version };
    expect(await post('hold reject', request, production())).toMatchObject({
      ...{ status: 428, question: expect.stringContaining('(Acme)') },
    });
    expect(await post('hold reject', { ...request, confirmation: 'Acm' }, production())).toMatchObject({ status: 422 });
    const proposed = await post('hold reject', { ...request, confirmation: 'Acme' }, production());
    const { approvalId } = z.object({ approvalId: z.string() }).parse(proposed.result);
    expect(await findTransaction(id)).toMatchObject({ version, status: 'READY_BANK_TRANSFER' });
    const approve = { options: { id: approvalId, ...REASON }, confirmation: approvalId };
    expect(await post('approval approve', approve, production())).toMatchObject({ status: 422 });
    identity().arn = SECOND_PERSON;
    expect(await post('approval approve', approve, production())).toMatchObject({ status: 200 });
    expect(await findTransaction(id)).toMatchObject({ status: 'FAILED' });
  });
});

it('is the verb that the noun alone means', async () => {
  expect(await ops(['console', '--port', 'x'])).toMatchObject({
    ...{ code: 2, out: '', error: expect.stringContaining('--port must be a whole number from 0 to 65535') },
  });
  expect((await ops(['console', 'nothing'])).error).toContain("Unexpected argument 'nothing'");
});
