/** Finds the declaration of a signing link. */
import { findLink, type Link } from '#shared/links/repository';
import { findPerson } from './associated-persons/repository';
import { findPageOpening } from './document/repository';
import { type AssociatedPerson, findOpenDeclaration } from './domain/associated-person';
import { type Declaration, declarationStatusAt } from './domain/declaration';
import type { PageOpening } from './domain/signed-declaration';

/** Reasons why a declaration cannot be signed. */
export type ClosedDeclaration =
  | { readonly outcome: 'already-signed'; readonly signedAtMs: number }
  | { readonly outcome: 'expired' }
  /** The partner withdrew the declaration, removed the owner, or requested a newer declaration. */
  | { readonly outcome: 'withdrawn' };

/** A declaration that can be signed. shared/signatures/domain/declaration-text.ts builds its text. */
export interface OpenDeclaration {
  readonly outcome: 'open';
  readonly person: AssociatedPerson;
  readonly declaration: Declaration;
}

/** A link to a declaration, the person who must sign (if still stored), and the first visit to the page. */
interface DeclarationByLink {
  readonly link: Link;
  readonly person: AssociatedPerson | undefined;
  readonly opening: PageOpening | undefined;
}

/** Finds the link to a declaration by the link's token. */
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

/** Returns the open declaration of a signing link with its person, or the reason why the declaration cannot be signed. */
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
