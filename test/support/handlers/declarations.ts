/** Stored persons of businesses, and the links that owners sign by. */
import { linkTokensFor } from '#shared/links/link-tokens';
import {
  addPerson,
  findBusinessWithPersons,
  newDeclarationLink,
} from '#shared/signatures/associated-persons/repository';
import type { AssociatedPerson } from '#shared/signatures/domain/associated-person';
import type { User } from '#shared/users/domain/user';
import { newId } from '#shared/values/ids';
import { aDeclaration, anAssociatedPerson } from '#test/support/builders/associated-persons';
import { LINK_KEY_ID } from './environment';
import type { World } from './world';

/** A user of type BUSINESS. */
export const aBusiness = { type: 'BUSINESS', businessName: 'ACME, S.A. de C.V.' } as const;

/** A stored person of a stored business: an owner who was not requested a signature, unless overridden. */
export async function storePerson(
  { id: userId, partnerId }: User,
  overrides: Partial<AssociatedPerson> = {},
): Promise<AssociatedPerson> {
  const business = await findBusinessWithPersons(userId);
  if (business === undefined) throw new Error('The business is not stored');
  const createdAtMs = Date.now();
  const own = { id: newId(createdAtMs), userId, partnerId, createdAtMs, updatedAtMs: createdAtMs };
  const person = anAssociatedPerson({ ...own, ...overrides });
  if (!(await addPerson(business, person))) throw new Error('The person was not stored');
  return person;
}

/** A business of the partner with one owner, who was sent a link to sign. */
export async function ownerToSign(world: World): Promise<{ readonly owner: AssociatedPerson; readonly token: string }> {
  const user = await world.verifiedUser(aBusiness);
  const declaration = aDeclaration({ id: newId(Date.now()), requestedAtMs: Date.now() });
  const owner = await storePerson(user, { declaration });
  const token = await world.withVariable('LINK_KEY_ID', LINK_KEY_ID, async () =>
    (await linkTokensFor(user.id))(declaration.id),
  );
  await world.store(newDeclarationLink(owner, declaration, token));
  return { owner, token };
}
