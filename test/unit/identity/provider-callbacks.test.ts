import { describe, expect, it } from 'vitest';
import { handler } from '#functions/provider-callbacks/verification/handler';
import { saveDecision, saveVerificationStart } from '#shared/identity/repository';
import { newId } from '#shared/values/ids';
import { anIdentityVerification } from '#test/support/builders/users';
import { gatewayEvent } from '#test/support/gateway-event';
import { signedCallback } from '#test/support/servers/loopback-provider';
import {
  type Case,
  DAY,
  EARLIER_SECRET,
  HOUR,
  productionForTests,
  readEvents,
  readUser,
  readVerification,
  SECRET,
  submitted,
  takeStep,
} from '#test/unit/identity/production-world';

const world = productionForTests();

const toCallback = ({ user, verification }: Case, overrides: Readonly<Record<string, unknown>> = {}) => ({
  verificationId: verification.id,
  userId: user.id,
  reference: 'case-1',
  status: 'VERIFIED',
  firstName: 'EVA',
  lastName: 'SOL',
  ...overrides,
});
const send = async ({ body, headers }: { body: string; headers: Readonly<Record<string, string>> }) => {
  const answer = await handler(
    gatewayEvent({
      httpMethod: 'POST',
      resource: '/provider-callbacks/verification',
      body,
      headers: { ...headers },
    }),
  );
  return { status: answer.statusCode, body: JSON.parse(answer.body) };
};
const report = (content: unknown, secret = SECRET) => send(signedCallback(content, secret));

describe('a callback', () => {
  it('decides, and the next step calls no provider', async () => {
    const of = await submitted();
    await takeStep(of, 0);
    const answer = await report(toCallback(of));
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, data: { verificationId: of.verification.id } },
    ]);
    expect(await readUser(of)).toMatchObject({ kycStatus: 'VERIFIED', firstName: 'EVA', lastName: 'SOL' });
    const calls = world().provider.seen.length;
    expect(await takeStep(of, HOUR)).toBe('done');
    expect(world().provider.seen).toHaveLength(calls);
    expect(await readEvents(of)).toEqual(['CREATED_KYC', 'VERIFIED_USER']);
  });

  it.each([1, 2, 3, 4])(
    'that races with a timeout or with other callbacks leaves one decision, in order %i',
    async () => {
      const of = await submitted();
      await takeStep(of, 0);
      const answers = await Promise.all([
        report(toCallback(of)),
        report(toCallback(of, { status: 'REJECTED' })),
        takeStep(of, 8 * DAY),
        report(toCallback(of)),
      ]);
      for (const answer of answers) if (answer !== 'done' && 'status' in answer) expect(answer.status).toBe(200);
      expect(await readEvents(of)).toHaveLength(2);
      const { kycStatus } = await readUser(of);
      expect((await readVerification(of)).status).toBe(kycStatus);
    },
  );

  it('of a verification that is no longer the newest changes nothing', async () => {
    const of = await submitted();
    const rejected = await saveDecision(await readUser(of), of.verification, {
      decision: { status: 'REJECTED', rejectionReasons: [] },
      atMs: Date.now(),
    });
    if (rejected === undefined) throw new Error('Not rejected');
    await saveVerificationStart(rejected, anIdentityVerification(rejected), { stepAtMs: undefined });
    expect((await report(toCallback(of))).status).toBe(200);
    expect((await readUser(of)).kycStatus).toBe('IN_PROGRESS');
  });

  it('may be signed with an earlier secret', async () => {
    const of = await submitted();
    expect((await report(toCallback(of), EARLIER_SECRET)).status).toBe(200);
  });

  it.each([
    ['an unknown verification', (of: Case) => toCallback(of, { verificationId: newId(0) })],
    ['another user', (of: Case) => toCallback(of, { userId: newId(0) })],
    ['another reference', (of: Case) => toCallback(of, { reference: 'case-2' })],
  ])('of %s answers 404', async (_what, content) => {
    const of = await submitted();
    await takeStep(of, 0);
    const answer = await report(content(of));
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    expect((await readUser(of)).kycStatus).toBe('IN_PROGRESS');
  });

  it.each([
    ['no status', { status: undefined }, 'status'],
    ['no decision', { status: 'PENDING' }, 'status'],
    ['another id', { verificationId: 'x' }, 'verificationId'],
    ['a sentence as a reason', { rejectionReasons: ['Eva Sol is not on the list'] }, 'rejectionReasons.0'],
    ['a field of its own', { score: 1 }, 'body'],
    ['an endless name', { firstName: 'x'.repeat(201) }, 'firstName'],
  ])('with %s answers 400', async (_what, overrides, field) => {
    const of = await submitted();
    const answer = await report(toCallback(of, overrides));
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_USER_INPUT_ERROR']);
    expect(answer.body.errors[0].field).toBe(field);
    expect((await readUser(of)).kycStatus).toBe('IN_PROGRESS');
  });

  it('that is not JSON answers 400, and one that is too large 413', async () => {
    expect((await report('{')).status).toBe(400);
    const of = await submitted();
    const large = await report({ ...toCallback(of), firstName: 'x'.repeat(66_000) });
    expect([large.status, large.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

describe('a forged callback', () => {
  type Headers = Readonly<Record<string, string>>;
  const nowS = () => Math.floor(Date.now() / 1000);
  const without = (name: string) => (headers: Headers) =>
    Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

  it.each<[string, (headers: Headers) => Headers]>([
    ['without a signature', without('webhook-signature')],
    ['without an id', without('webhook-id')],
    ['without a time', without('webhook-timestamp')],
    ['with an empty signature', (headers) => ({ ...headers, 'webhook-signature': '' })],
    ['with half a signature', (headers) => ({ ...headers, 'webhook-signature': 'v1,' })],
    ['with another id', (headers) => ({ ...headers, 'webhook-id': 'another' })],
    ['with another time', (headers) => ({ ...headers, 'webhook-timestamp': String(nowS() - 1) })],
    ['with a time that is none', (headers) => ({ ...headers, 'webhook-timestamp': 'now' })],
    [
      'of another scheme',
      (headers) => ({
        ...headers,
        'webhook-signature': `${headers['webhook-signature']}`.replace('v1,', 'v1a,'),
      }),
    ],
    [
      'with a signature that is longer',
      (headers) => ({ ...headers, 'webhook-signature': `${headers['webhook-signature']}AAAA` }),
    ],
  ])('%s answers 401 and writes nothing', async (_what, forge) => {
    const of = await submitted();
    const before = world().items();
    const message = signedCallback(toCallback(of), SECRET, { timestampS: nowS() });
    const answer = await send({ ...message, headers: forge(message.headers) });
    expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(world().items()).toEqual(before);
  });

  it.each([-400, 400])('%i seconds off answers 401', async (seconds) => {
    const of = await submitted();
    const message = signedCallback(toCallback(of), SECRET, { timestampS: nowS() + seconds });
    expect((await send(message)).status).toBe(401);
  });

  it('among several signatures, one valid one is enough', async () => {
    const of = await submitted();
    const { body, headers } = signedCallback(toCallback(of), SECRET);
    const several = `v1,${'A'.repeat(44)} ${headers['webhook-signature']} v2,x`;
    expect((await send({ body, headers: { ...headers, 'webhook-signature': several } })).status).toBe(200);
  });
});
