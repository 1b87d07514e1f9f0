import { expect, it } from 'vitest';
import { handler } from '#functions/provider-callbacks/verification/handler';
import { internalError, Problem, payloadTooLarge, routeNotFound, serviceUnavailable } from '#shared/api/problems';
import { findVerification } from '#shared/identity/repository';
import { resolveVerification } from '#shared/identity/resolve-verification';
import { findUser } from '#shared/users/repository';
import { aBusiness } from '#test/support/handlers/declarations';
import { refusal } from '#test/support/handlers/describe-endpoint';
import { startVerification } from '#test/support/handlers/identity';
import { signedBy } from '#test/support/handlers/signed-request';
import { createWorld, PROVIDER_SECRETS, type TestRequest, type World } from '#test/support/handlers/world';

const [SECRET = ''] = PROVIDER_SECRETS.callbackSecrets;
const unauthorized = refusal(
  new Problem('UNAUTHORIZED', 'The signature is missing, too old or not valid', { reason: 'SIGNATURE_INVALID' }),
);
const notFound = refusal(new Problem('NOT_FOUND', 'Verification not found', { reason: 'VERIFICATION_NOT_FOUND' }));

/**
 * Stores a verification that the provider knows as case-1.
 * @returns functions that report the provider's decision and read the stored result
 */
async function production(overrides: Parameters<World['user']>[0] = {}) {
  const world = await createWorld('reportVerification', { stage: 'production' });
  await world.webhookTarget();
  const user = await world.user(overrides);
  const verification = await startVerification(user, { provider: { reference: 'case-1', calls: 1 } });
  const ids = { verificationId: verification.id, userId: user.id, reference: 'case-1' };
  const report = (content: object) => world.call(handler, signedBy(SECRET, { ...ids, ...content }));
  const stored = () => Promise.all([findUser(user.id), findVerification(user.id, verification.id)]);
  return { world, verification, ids, report, stored };
}

it.each([
  ['VERIFIED', { firstName: 'EVA', lastName: 'SOL' }, 'VERIFIED_USER'],
  ['REJECTED', { rejectionReasons: ['DOCUMENT_EXPIRED'] }, 'REJECTED_KYC'],
  ['REVIEW_NEEDED', {}, 'REVIEW_NEEDED_KYC'],
] as const)('stores a decision, and notifies the partner: %s', async (status, details, event) => {
  const { world, verification, report, stored } = await production();
  world.advance(1000);
  const response = await report({ status, ...details });
  expect(response.status).toBe(200);
  expect(response.body).toEqual({ success: true, data: { verificationId: verification.id } });
  const [user, decided] = await stored();
  const { rejectionReasons = [], ...names } = { rejectionReasons: [], ...details };
  expect(user).toMatchObject({ kycStatus: status, ...names, version: 3, sequence: 2 });
  expect(user?.legalName).toEqual(status === 'VERIFIED' ? { ...names, businessName: undefined } : undefined);
  expect(decided).toEqual({ ...verification, status, decidedAtMs: Date.now(), rejectionReasons, version: 2 });
  const [, notification] = world.table.items('NTF');
  expect(notification).toMatchObject({ event, status: 'PENDING' });
  expect(JSON.parse(String(notification?.body))).toEqual({
    ...{
      environment: 'production',
      type: 'KYC',
      event,
      kycId: verification.id,
      id: notification?.id,
      userId: user?.id,
      externalUserId: user?.id,
    },
    ...{ firstName: '', lastName: '', ...names, sequence: 2, occurredAt: '2026-01-15T12:00:01.000Z' },
    ...(status === 'REJECTED' ? { rejectionReasons } : {}),
  });
  // The step that would poll the provider is no longer due.
  expect(world.table.items('KYC')).toEqual([expect.not.objectContaining({ dueAt: expect.anything() })]);
});

it('stores the name of a business that the provider read', async () => {
  const { report, stored } = await production(aBusiness);
  await report({ status: 'VERIFIED', businessName: 'ACME SA DE CV' });
  const [user] = await stored();
  expect(user).toMatchObject({ businessName: 'ACME SA DE CV', legalName: { businessName: 'ACME SA DE CV' } });
});

it.each(['VERIFIED', 'REJECTED', 'REVIEW_NEEDED'])(
  'accepts a later report of %s, which changes nothing',
  async (status) => {
    const { world, report } = await production();
    await report({ status: 'VERIFIED' });
    const stored = world.table.items();
    expect((await report({ status })).status).toBe(200);
    expect(world.table.items()).toEqual(stored);
  },
);

it('leaves the decision that is stored at the same time', async () => {
  const { world, verification, report, stored } = await production();
  const reject = () => resolveVerification(verification, { status: 'REJECTED', rejectionReasons: [] }, Date.now());
  world.table.beforeNextWrite(reject);
  expect((await report({ status: 'VERIFIED' })).status).toBe(200);
  expect(await stored()).toMatchObject([{ kycStatus: 'REJECTED' }, { status: 'REJECTED', version: 2 }]);
});

it('takes a report that comes before the response with the reference', async () => {
  const world = await createWorld('reportVerification', { stage: 'production' });
  const user = await world.user();
  const { id: verificationId } = await startVerification(user);
  const report = { verificationId, userId: user.id, reference: 'case-9', status: 'VERIFIED' };
  expect((await world.call(handler, signedBy(SECRET, report))).status).toBe(200);
  expect(await findUser(user.id)).toMatchObject({ kycStatus: 'VERIFIED' });
  expect(world.table.items('KYC')).toEqual([expect.not.objectContaining({ dueAt: expect.anything() })]);
});

it.each([
  { reference: 'case-2' },
  { verificationId: '019bc1c5-0000-7000-8000-0000000000ff' },
  { userId: '019bc1c5-0000-7000-8000-0000000000ff' },
])('knows no verification with %j', async (other) => {
  const { report, stored } = await production();
  expect(await report({ status: 'VERIFIED', ...other })).toMatchObject(notFound);
  expect(await stored()).toMatchObject([{ kycStatus: 'IN_PROGRESS' }, { status: 'IN_PROGRESS' }]);
});

it.each([
  ['status', {}],
  ['status', { status: 'PENDING' }],
  ['verificationId', { status: 'VERIFIED', verificationId: 'x' }],
  ['reference', { status: 'VERIFIED', reference: 'case 1' }],
  ['firstName', { status: 'VERIFIED', firstName: 'x'.repeat(201) }],
  ['rejectionReasons.0', { status: 'REJECTED', rejectionReasons: ['The photo of Eva Sol is blurred'] }],
  ['body', { status: 'VERIFIED', score: 1 }],
])('refuses a report whose %s is wrong', async (field, wrong) => {
  const { report, stored } = await production();
  const response = await report(wrong);
  expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_USER_INPUT_ERROR', errors: [{ field }] } });
  expect(await stored()).toMatchObject([{ kycStatus: 'IN_PROGRESS' }, { status: 'IN_PROGRESS' }]);
});

it('refuses a body that is no JSON, and one of more than 64 KB', async () => {
  const { world } = await production();
  expect((await world.call(handler, signedBy(SECRET, '{'))).status).toBe(400);
  const large = signedBy(SECRET, { status: 'x'.repeat(65_536) });
  expect(await world.call(handler, large)).toMatchObject(refusal(payloadTooLarge()));
});

it('changes nothing by a report of a verification that is no longer the newest', async () => {
  const { verification, report, stored } = await production();
  await resolveVerification(verification, { status: 'REJECTED', rejectionReasons: [] }, Date.now());
  const [rejected] = await stored();
  if (rejected === undefined) throw new Error('There is no user');
  await startVerification(rejected);
  expect((await report({ status: 'VERIFIED' })).status).toBe(200);
  expect(await stored()).toMatchObject([{ kycStatus: 'IN_PROGRESS' }, { status: 'REJECTED' }]);
});

const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
type Signed = ReturnType<typeof signedBy>;
const without = (name: string) => (sent: Signed) => ({
  ...sent,
  headers: Object.fromEntries(Object.entries(sent.headers).filter(([key]) => key !== name)),
});
const after = (ms: number) => (sent: Signed, world: World) => {
  world.advance(ms);
  return sent;
};
const withHeader = (name: string, change: (value: string) => string) => (sent: Signed) => ({
  ...sent,
  headers: { ...sent.headers, [name]: change(sent.headers['webhook-signature']) },
});

it.each<[string, (sent: Signed, world: World) => TestRequest]>([
  ['without a signature', without('webhook-signature')],
  ['without an id', without('webhook-id')],
  ['without a time', without('webhook-timestamp')],
  ['with an empty signature', withHeader('webhook-signature', () => '')],
  ['with half a signature', withHeader('webhook-signature', () => 'v1,')],
  ['with a signature that is longer', withHeader('webhook-signature', (value) => `${value}AAAA`)],
  ['with a signature of another scheme', withHeader('webhook-signature', (value) => value.replace('v1,', 'v1a,'))],
  ['with another id', withHeader('webhook-id', () => 'another')],
  ['with another time', withHeader('webhook-timestamp', () => String(Math.floor(Date.now() / 1000) - 1))],
  ['with an invalid time', withHeader('webhook-timestamp', () => 'now')],
  ['with another body', ({ headers, body }) => ({ headers, body: `${body} ` })],
  ['signed by another secret', ({ body }) => signedBy(OTHER, body)],
  ['of more than five minutes ago', after(301_000)],
  ['of more than five minutes from now', after(-301_000)],
])('refuses a report %s, and stores nothing', async (_, forge) => {
  const { world, ids } = await production();
  const before = world.table.items();
  const request = forge(signedBy(SECRET, { ...ids, status: 'VERIFIED' }), world);
  expect(await world.call(handler, request)).toMatchObject(unauthorized);
  expect(world.table.items()).toEqual(before);
});

it.each([
  ['one valid signature of several', SECRET, (value: string) => `v1,${'A'.repeat(44)} ${value} v2,x`],
  ['an earlier secret', OTHER, (value: string) => value],
])('takes a report with %s', async (_, secret, change) => {
  const { world, ids } = await production();
  const SecretString = JSON.stringify({ ...PROVIDER_SECRETS, callbackSecrets: [SECRET, OTHER] });
  world.web.on('https://secretsmanager.', { body: { SecretString } });
  const request = withHeader('webhook-signature', change)(signedBy(secret, { ...ids, status: 'VERIFIED' }));
  expect((await world.call(handler, request)).status).toBe(200);
});

it.each([
  ['the table is throttled', (world: World) => world.table.throttle()],
  ['its write is throttled', (world: World) => world.table.throttle(Number.POSITIVE_INFINITY, 'write')],
])('returns 503 while %s, and stores nothing', async (_, fail) => {
  const { world, report } = await production();
  const stored = world.table.items();
  fail(world);
  expect(await report({ status: 'VERIFIED' })).toMatchObject(refusal(serviceUnavailable()));
  expect(world.table.items()).toEqual(stored);
});

const refused = { __type: 'AccessDeniedException', Message: 'Not allowed' };
const throttled = { __type: 'ThrottlingException', message: 'Rate exceeded' };

it.each([
  [{ status: 500 }, serviceUnavailable()],
  [{ status: 400, body: throttled }, serviceUnavailable()],
  [new Error('socket hang up'), serviceUnavailable()],
  [{ status: 400, body: refused }, internalError()],
])('stores nothing while its secret cannot be read: %j', async (failure, problem) => {
  const { world, report, stored } = await production();
  world.web.on('https://secretsmanager.', failure);
  expect(await report({ status: 'VERIFIED' })).toMatchObject(refusal(problem));
  expect(await stored()).toMatchObject([{ kycStatus: 'IN_PROGRESS' }, { status: 'IN_PROGRESS' }]);
});

it('does not exist in a stage without a provider', async () => {
  const world = await createWorld('reportVerification');
  const response = await world.call(handler, signedBy(SECRET, {}));
  expect(response).toMatchObject(refusal(routeNotFound()));
});
