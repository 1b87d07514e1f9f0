/** Opens the declaration of a signing link. */
import { findLink, type Link } from '#shared/identity/links/repository';
import { findPerson } from './associated-persons/repository';
import { type AssociatedPerson, findOpenDeclaration } from './domain/associated-person';
import { type Declaration, declarationStatusAt } from './domain/declaration';

/** Why a declaration cannot be signed. */
export type ClosedDeclaration =
  | { readonly outcome: 'already-signed'; readonly signedAtMs: number }
  | { readonly outcome: 'expired' }
  /** By the partner, or with its owner; or another one was asked for in its place. */
  | { readonly outcome: 'withdrawn' };

/** The declaration that is to be signed; shared/signatures/domain/declaration-text.ts makes its text. */
export interface OpenDeclaration {
  readonly outcome: 'open';
  readonly person: AssociatedPerson;
  readonly declaration: Declaration;
}

/** A link to a declaration by its token, and whose it is as long as the person is on record. */
export async function findDeclarationLink(
  token: string,
): Promise<{ readonly link: Link; readonly person: AssociatedPerson | undefined } | undefined> {
  const link = await findLink(token);
  if (link?.kind !== 'DECLARATION') return undefined;
  const person = link.personId === undefined ? undefined : await findPerson(link.userId, link.personId);
  return { link, person };
}

type DeclarationLink = Pick<Link, 'linkId' | 'userId' | 'personId' | 'expiresAtMs' | 'spentAtMs'>;

/** Returns the declaration that a signing link leads to, with its person if that person is still stored. */
export function openDeclaration(
  link: DeclarationLink,
  person: AssociatedPerson | undefined,
  nowMs: number,
): OpenDeclaration | ClosedDeclaration {
  const declaration = person?.declaration?.id === link.linkId ? person.declaration : undefined;
  const signedAtMs = declaration?.signed?.atMs ?? link.spentAtMs;
  if (signedAtMs !== undefined) return { outcome: 'already-signed', signedAtMs };
  if (person === undefined || declaration === undefined) {
    return { outcome: nowMs >= link.expiresAtMs ? 'expired' : 'withdrawn' };
  }
  const open = findOpenDeclaration(person, nowMs);
  if (open !== undefined) return { outcome: 'open', person, declaration: open };
  return { outcome: declarationStatusAt(declaration, nowMs) === 'EXPIRED' ? 'expired' : 'withdrawn' };
}
