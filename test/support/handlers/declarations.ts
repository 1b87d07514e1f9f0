/** Stores signing links and the persons of businesses. */
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

/** Fields of a user of type BUSINESS. */
export const aBusiness = { type: 'BUSINESS', businessName: 'ACME, S.A. de C.V.' } as const;

/** Stores a person of a business. @default an owner without a signature request */
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

/** Creates a business with one owner who has a signing link. */
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
