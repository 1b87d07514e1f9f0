/** Opens the declaration of a signing link. */
import { findLink, type Link } from '#shared/links/repository';
import { findPerson } from './associated-persons/repository';
import { findPageOpening } from './document/repository';
import { type AssociatedPerson, findOpenDeclaration } from './domain/associated-person';
import { type Declaration, declarationStatusAt } from './domain/declaration';
import type { PageOpening } from './domain/signed-declaration';

/** Why a declaration cannot be signed. */
export type ClosedDeclaration =
  | { readonly outcome: 'already-signed'; readonly signedAtMs: number }
  | { readonly outcome: 'expired' }
  /** Withdrawn by the partner, with its owner, or because another one was requested. */
  | { readonly outcome: 'withdrawn' };

/** The declaration that is to be signed; shared/signatures/domain/declaration-text.ts makes its text. */
export interface OpenDeclaration {
  readonly outcome: 'open';
  readonly person: AssociatedPerson;
  readonly declaration: Declaration;
}

/** A link to a declaration, whose it is as long as the person is on record, and the first visit to its page. */
interface DeclarationByLink {
  readonly link: Link;
  readonly person: AssociatedPerson | undefined;
  readonly opening: PageOpening | undefined;
}

/** Finds the link to a declaration by the token of the link. */
export async function findDeclarationLink(token: string): Promise<DeclarationByLink | undefined> {
  const link = await findLink(token);
  if (link?.kind !== 'DECLARATION') return undefined;
  const [person, opening] = await Promise.all([
    link.personId === undefined ? undefined : findPerson(link.userId, link.personId),
    findPageOpening(link.userId, link.linkId),
  ]);
  return { link, person, opening };
}

type DeclarationLink = Pick<Link, 'linkId' | 'userId' | 'personId' | 'expiresAtMs' | 'spentAtMs'>;

/** Returns the declaration of a signing link, with its person if that person is still stored. */
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
