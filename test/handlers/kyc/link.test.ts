import { expect, it } from 'vitest';
import { contract } from '#functions/kyc/link/contract';
import { handler } from '#functions/kyc/link/handler';
import { noEmailAddress, noKycTemplate, verificationInProgress, wrongVerificationKind } from '#shared/api/problems';
import type { IdentityVerification } from '#shared/identity/domain/identity-verification';
import { findVerification, saveDecision } from '#shared/identity/repository';
import { openVerificationSession } from '#shared/identity/sessions/open-verification-session';
import { linkTokensFor } from '#shared/links/link-tokens';
import { findLink } from '#shared/links/repository';
import { findUser } from '#shared/users/repository';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { startVerification } from '#test/support/handlers/identity';
import { createWorld, type World } from '#test/support/handlers/world';

const DAY_MS = 86_400_000;
const body = { country: 'MX', partnerRedirectUri: 'https://partner.example.com/done' };

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { userId: (await world.user()).id }, body }),
  foreign: 'UNAUTHORIZED',
  usesKeys: true,
});

const ask = (world: World, userId: string, asked: unknown = body) =>
  world.call(handler, { path: { userId }, body: asked });
const toToken = (link: string) => link.slice(-43);

it('makes a link that is open for a day, and stores nothing that opens it', async () => {
  const world = await createWorld('createKycLink');
  const user = await world.user();
  const response = await ask(world, user.id);
  const { verificationLink, ...after } = (await findUser(user.id)) ?? user;
  const id = verificationLink?.id ?? '';
  const token = (await linkTokensFor(user.id))(id);
  expect(response.status).toBe(201);
  expect(response.body).toEqual({
    success: true,
    data: { kycLink: expect.stringMatching(`^https://.*/verify/${token}$`) },
  });
  const expiresAtMs = Date.now() + DAY_MS;
  expect(verificationLink).toEqual({ id, expiresAtMs });
  expect(after).toMatchObject({ kycStatus: 'NOT_STARTED', version: 2 });
  const ids = { userId: user.id, partnerId: world.partner.id, kind: 'KYC', expiresAtMs };
  expect(await findLink(token)).toEqual({ ...ids, linkId: id, personId: undefined, spentAtMs: undefined });
  expect(world.table.items('SESSION')).toMatchObject([
    {
      ...ids,
      id,
      country: 'MX',
      redirectUri: body.partnerRedirectUri,
      step: 'person',
      draft: {},
      files: [],
      version: 1,
    },
  ]);
  expect(JSON.stringify(world.table.items())).not.toContain(token);
});

it('keeps the response to a repeated key sealed', async () => {
  const world = await createWorld('createKycLink');
  const { id } = await world.user();
  const headers = { 'idempotency-key': 'a-key-of-the-partner-0001' };
  const { body: first } = await world.call(handler, { path: { userId: id }, body, headers });
  expect(JSON.stringify(world.table.items())).not.toContain(toToken(first.data.kycLink));
});

it('voids the link before', async () => {
  const world = await createWorld('createKycLink');
  const { id } = await world.user();
  const links = [await ask(world, id), await ask(world, id)].map((response) => toToken(response.body.data.kycLink));
  const opened = await Promise.all(links.map((token) => openVerificationSession(token, Date.now())));
  expect(opened.map(({ state }) => state)).toEqual(['withdrawn', 'open']);
});

it.each([
  [{}, 'country'],
  [{ country: 'Mexico' }, 'country'],
  [{ country: 'mx' }, 'country'],
  [{ country: 1 }, 'country'],
  [{ ...body, partnerRedirectUri: 'javascript:alert(1)' }, 'partnerRedirectUri'],
  [{ ...body, partnerRedirectUri: 'http://partner.example.com' }, 'partnerRedirectUri'],
])('refuses %j', async (wrong, field) => {
  const world = await createWorld('createKycLink');
  const { id } = await world.user();
  const response = await ask(world, id, wrong);
  expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_USER_INPUT_ERROR', errors: [{ field }] } });
  expect(world.table.items('LINK')).toEqual([]);
});

it('refuses a country without a template', async () => {
  const world = await createWorld('createKycLink');
  const { id } = await world.user();
  expect(await ask(world, id, { country: 'BR' })).toMatchObject(refusal(noKycTemplate('BR')));
});

it.each([
  ['a user without an address', { email: '' }, noEmailAddress()],
  ['a business', { type: 'BUSINESS' }, wrongVerificationKind('KYC')],
  ['a user in progress', { kycStatus: 'IN_PROGRESS' }, verificationInProgress(undefined)],
  ['a verified user', { kycStatus: 'VERIFIED', verificationId: 'V' }, verificationInProgress('V')],
] as const)('refuses %s', async (_, overrides, problem) => {
  const world = await createWorld('createKycLink');
  const { id } = await world.user(overrides);
  expect(await ask(world, id)).toMatchObject(refusal(problem));
});

it.each(['REJECTED', 'REVIEW_NEEDED'] as const)('makes another one after %s', async (kycStatus) => {
  const world = await createWorld('createKycLink');
  const { id } = await world.user({ kycStatus });
  expect((await ask(world, id)).status).toBe(201);
});

it('makes none when a verification begins at the same time', async () => {
  const world = await createWorld('createKycLink');
  const user = await world.user();
  const started: IdentityVerification[] = [];
  world.table.beforeNextWrite(async () => started.push(await startVerification(user)));
  expect(await ask(world, user.id)).toMatchObject(refusal(verificationInProgress(started[0]?.id)));
  expect(world.table.items('LINK')).toEqual([]);
});

it.each([
  ['the refused items of a rejected user alone', ['DOCUMENT_EXPIRED'], 'document'],
  ['everything where a reason is not known', ['SANCTIONED'], 'person'],
])('asks for %s', async (_, rejectionReasons, reached) => {
  const world = await createWorld('createKycLink');
  const before = await world.user();
  const { id } = await startVerification(before, { files: [] });
  const found = await Promise.all([findUser(before.id), findVerification(before.id, id)]);
  if (found[0] === undefined || found[1] === undefined) throw new Error('Not stored');
  const rejected = await saveDecision(found[0], found[1], {
    decision: { status: 'REJECTED', rejectionReasons },
    atMs: Date.now(),
  });
  expect((await ask(world, before.id)).status).toBe(201);
  const resubmission = reached === 'person' ? undefined : { verificationId: id, reasons: rejectionReasons };
  const [session] = world.table.items('SESSION');
  expect([session?.step, session?.resubmission]).toEqual([reached, resubmission]);
  const requested = world.table.items('NTF').filter(({ event }) => event === 'VERIFICATION_RESUBMISSION_REQUESTED');
  const sequence = (rejected?.sequence ?? 0) + requested.length;
  expect(await findUser(before.id)).toMatchObject({ sequence, version: (rejected?.version ?? 0) + 1 });
  const payload = { type: 'KYC', kycId: session?.id, kind: 'KYC', country: 'MX', openedAt: null, sequence };
  const reported = reached === 'person' ? [] : [{ ...payload, reasons: rejectionReasons }];
  expect(requested.map(({ body }) => JSON.parse(String(body)))).toMatchObject(reported);
});
