import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteAssociatedPerson } from '#functions/associated-persons/delete/handler';
import { defaultAgreement } from '#shared/partners/domain/partner';
import { addPerson, findBusinessWithPersons } from '#shared/signatures/associated-persons/repository';
import { type AssociatedPerson, countUnsignedOwners } from '#shared/signatures/domain/associated-person';
import type { User } from '#shared/users/domain/user';
import { insertUser } from '#shared/users/repository';
import { newId } from '#shared/values/ids';
import { aDeclaration, anAssociatedPerson } from '#test/support/builders/associated-persons';
import { aUser } from '#test/support/builders/users';
import { startedForTests } from '#test/support/started-for-tests';
import { startMemoryTable } from '#test/unit/delivery/table';

const REFUSED = 'An owner who has not signed can be removed only while another owner who has signed stays';

startedForTests(() => startMemoryTable(20261123));
let user: User;

beforeEach(async () => {
  vi.stubEnv('STAGE', 'production');
  user = aUser({ type: 'BUSINESS', businessName: 'Acme' });
  await insertUser(user);
});

async function add(overrides: Partial<AssociatedPerson> = {}): Promise<AssociatedPerson> {
  const ownership = await findBusinessWithPersons(user.id);
  if (ownership === undefined) throw new Error('There is no such business');
  const person = anAssociatedPerson({
    id: newId(Date.now()),
    userId: user.id,
    partnerId: user.partnerId,
    ...overrides,
  });
  expect(await addPerson(ownership, person)).toBe(true);
  return person;
}

const signed = () => add({ declaration: aDeclaration({ status: 'SIGNED' }) });

const remove = ({ id }: AssociatedPerson) =>
  deleteAssociatedPerson({
    caller: {
      ...{ partnerId: user.partnerId, keyId: 'k', partnerName: 'P', suspended: false, flows: ['OTC'] },
      ...{ lastUsedOn: undefined, expiresAtMs: undefined, revokedAtMs: undefined },
      agreement: defaultAgreement('production'),
    },
    params: { userId: user.id, personId: id },
    query: {},
    body: undefined,
    idempotency: undefined,
    baseUrl: 'https://api.example.com',
    nowMs: Date.now(),
  });

async function idsOnRecord(): Promise<string[]> {
  const ownership = await findBusinessWithPersons(user.id);
  expect(ownership?.user.unsignedOwners).toBe(countUnsignedOwners(ownership?.persons ?? []));
  return (ownership?.persons ?? []).map(({ id }) => id);
}

describe('in production an owner who has not signed', () => {
  it('stays when the one who has signed is removed first, also at the same time', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const [signer, other] = [await signed(), await add()];
      const [signerGone, otherGone] = await Promise.allSettled([remove(signer), remove(other)]);
      expect(signerGone.status).toBe('fulfilled');
      outcomes.add(otherGone.status);
      const left = await idsOnRecord();
      expect(left.includes(other.id)).toBe(otherGone.status === 'rejected');
      if (otherGone.status === 'rejected') expect(otherGone.reason).toMatchObject({ message: REFUSED });
      const helper = await signed();
      if (otherGone.status === 'rejected') await remove(other);
      await remove(helper);
    }
    // The simultaneous removal of the unsigned owner (`other`) succeeded in some rounds and was refused in the other rounds.
    expect(outcomes).toEqual(new Set(['fulfilled', 'rejected']));
  });
});
