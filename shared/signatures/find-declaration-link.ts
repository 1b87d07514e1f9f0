import { findLink, type Link } from '#shared/identity/links/repository';
import { findPerson } from './associated-persons/repository';
import type { AssociatedPerson } from './domain/associated-person';

/** A link to a declaration by its token, and whose it is as long as the person is on record. */
export async function findDeclarationLink(
  token: string,
): Promise<{ readonly link: Link; readonly person: AssociatedPerson | undefined } | undefined> {
  const link = await findLink(token);
  if (link?.kind !== 'DECLARATION') return undefined;
  const person = link.personId === undefined ? undefined : await findPerson(link.userId, link.personId);
  return { link, person };
}
