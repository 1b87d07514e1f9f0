import { expect, it } from 'vitest';
import { contract } from '#functions/signatures/list/contract';
import { handler } from '#functions/signatures/list/handler';
import { notABusiness, serviceUnavailable } from '#shared/api/problems';
import { linkTokensFor } from '#shared/links/link-tokens';
import type { AssociatedPerson } from '#shared/signatures/domain/associated-person';
import { DECLARATION_LIFETIME_MS } from '#shared/signatures/domain/declaration';
import { aDeclaration } from '#test/support/builders/associated-persons';
import { aBusiness, storePerson } from '#test/support/handlers/declarations';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { userId: (await world.user(aBusiness)).id } }),
  foreign: 'UNAUTHORIZED',
  ofBusiness: notABusiness(),
  refuses: ['status=OPEN', 'status=', 'limit=0', 'limit=101', 'skip=x', 'sortBy=name', 'sortOrder=up', 'role=UBO'],
});

const signed = { atMs: Date.UTC(2026, 0, 15, 13), key: 'people/1/signatures/1.json', sha256: '0'.repeat(64) };

/** Creates a business with an owner in each state (oldest first) and a director. */
async function withOwners() {
  const world = await createWorld('listSignatures');
  const user = await world.user(aBusiness);
  const add = async (overrides: Partial<AssociatedPerson>) => {
    world.advance(1000);
    return storePerson(user, overrides);
  };
  const ended = (status: 'SIGNED' | 'DELETED' | 'EXPIRED') => ({
    declaration: aDeclaration({ status, signed: status === 'SIGNED' ? signed : undefined }),
  });
  const owners = {
    signed: await add(ended('SIGNED')),
    otherName: await add({ declaration: aDeclaration({ status: 'SIGNED', signed: { ...signed, nameDiffers: true } }) }),
    withdrawn: await add(ended('DELETED')),
    expired: await add(ended('EXPIRED')),
    pending: await add({ declaration: aDeclaration() }),
    unreachable: await add({ email: undefined, requestFailure: 'EMAIL_NOT_FOUND' }),
    neverAsked: await add({}),
  };
  await add({ role: 'DIRECTOR' });
  const token = (await linkTokensFor(user.id))(aDeclaration().id);
  const signingUrl = expect.stringMatching(`^https://.*/sign/${token}$`);
  const entry = ({ id }: AssociatedPerson) => ({ associatedPersonId: id, name: 'Lucía Hernández', version: 1 });
  const signedAt = '2026-01-15T13:00:00.000Z';
  const entries = {
    signed: { ...entry(owners.signed), status: 'SIGNED', signedAt },
    otherName: { ...entry(owners.otherName), status: 'SIGNED', signedAt, nameDiffers: true },
    withdrawn: { ...entry(owners.withdrawn), status: 'DELETED' },
    expired: { ...entry(owners.expired), status: 'EXPIRED' },
    pending: { ...entry(owners.pending), status: 'PENDING', signingUrl },
    unreachable: {
      ...entry(owners.unreachable),
      ...{ error: 'No email address on file', errorCode: 'EMAIL_NOT_FOUND' },
    },
    neverAsked: entry(owners.neverAsked),
  };
  return { world, path: { userId: user.id }, entries };
}

const newestFirst = [
  ...(['neverAsked', 'unreachable', 'pending', 'expired'] as const),
  ...(['withdrawn', 'otherName', 'signed'] as const),
] as const;

it.each([
  [{}, 7, newestFirst],
  [{ sortOrder: 'asc' }, 7, newestFirst.toReversed()],
  [{ limit: '2', skip: '2' }, 7, ['pending', 'expired']],
  [{ status: 'PENDING' }, 1, ['pending']],
  [{ status: 'SIGNED' }, 2, ['otherName', 'signed']],
  [{ status: 'EXPIRED' }, 1, ['expired']],
  [{ status: 'DELETED' }, 1, ['withdrawn']],
] as const)('shows the owners by %j', async (query, count, names) => {
  const { world, path, entries } = await withOwners();
  const response = await world.call(handler, { path, query });
  expect(response.status).toBe(200);
  const { nextCursor, ...data } = response.body.data;
  expect(data).toEqual({ count, total: 7, data: names.map((name) => entries[name]) });
});

it('shows all owners where no limit is sent', async () => {
  const world = await createWorld('listSignatures');
  const user = await world.user(aBusiness);
  for (let count = 0; count < 25; count += 1) await storePerson(user);
  const response = await world.call(handler, { path: { userId: user.id } });
  expect(response.body.data.data).toHaveLength(25);
});

it('shows a declaration as EXPIRED, without its link, once its time is over', async () => {
  const world = await createWorld('listSignatures');
  const user = await world.user(aBusiness);
  await storePerson(user, { declaration: aDeclaration({ requestedAtMs: Date.now() }) });
  const read = async () => (await world.call(handler, { path: { userId: user.id } })).body.data.data;
  world.advance(DECLARATION_LIFETIME_MS - 1);
  expect(await read()).toMatchObject([{ status: 'PENDING', signingUrl: expect.any(String) }]);
  world.advance(1);
  expect(await read()).toEqual([expect.not.objectContaining({ signingUrl: expect.anything() })]);
  expect(await read()).toMatchObject([{ status: 'EXPIRED' }]);
  const pending = await world.call(handler, { path: { userId: user.id }, query: { status: 'PENDING' } });
  expect(pending.body.data.data).toEqual([]);
});

it('returns 503 while the key service, which makes the links, does not respond', async () => {
  const { world, path } = await withOwners();
  world.keys.failNext();
  expect(await world.call(handler, { path })).toMatchObject(refusal(serviceUnavailable()));
});
