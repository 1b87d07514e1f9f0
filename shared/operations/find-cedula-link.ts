import { findLink, type Link } from '#shared/data/links';
import { findPerson } from '#shared/data/owners';
import type { Person } from '#shared/domain/owners/person';

/** A link to a declaration by its token, and whose it is as long as the person is on record. */
export async function findCedulaLink(
  token: string,
): Promise<{ readonly link: Link; readonly person: Person | undefined } | undefined> {
  const link = await findLink(token);
  if (link?.kind !== 'CEDULA') return undefined;
  const person = link.personId === undefined ? undefined : await findPerson(link.userId, link.personId);
  return { link, person };
}
