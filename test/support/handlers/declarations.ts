import { linkTokensFor } from '#shared/identity/links/link-tokens';
import { addPerson, newDeclarationLink } from '#shared/signatures/associated-persons/repository';
import type { AssociatedPerson } from '#shared/signatures/domain/associated-person';
import { newId } from '#shared/values/ids';
import { aDeclaration, anAssociatedPerson } from '#test/support/builders/associated-persons';
import { LINK_KEY_ID } from './environment';
import type { World } from './world';

/** A business of the partner with one owner, who was sent a link to sign. */
export async function ownerToSign(world: World): Promise<{ readonly owner: AssociatedPerson; readonly token: string }> {
  const user = await world.verifiedUser({ type: 'BUSINESS', businessName: 'ACME, S.A. de C.V.' });
  const declaration = aDeclaration({ id: newId(Date.now()), requestedAtMs: Date.now() });
  const owner = anAssociatedPerson({ userId: user.id, partnerId: user.partnerId, declaration });
  const token = await world.withVariable('LINK_KEY_ID', LINK_KEY_ID, async () =>
    (await linkTokensFor(user.id))(declaration.id),
  );
  await addPerson({ user, persons: [] }, owner, [newDeclarationLink(owner, declaration, token)]);
  return { owner, token };
}
