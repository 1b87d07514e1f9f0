/** What somebody who opens a signing link finds. */
import type { Link } from '#shared/data/links';
import { type Cedula, openCedulaOf, statusAt } from '#shared/domain/owners/cedula';
import type { Person } from '#shared/domain/owners/person';

/** Why a declaration cannot be signed. */
export type ClosedDeclaration =
  | { readonly outcome: 'already-signed'; readonly signedAtMs: number }
  | { readonly outcome: 'expired' }
  /** By the partner, or with its owner; or another one was asked for in its place. */
  | { readonly outcome: 'withdrawn' };

/** The declaration that is to be signed; `declarationOf(person, cedula, language)` is its text. */
export interface OpenDeclaration {
  readonly outcome: 'open';
  readonly person: Person;
  readonly cedula: Cedula;
}

type CedulaLink = Pick<Link, 'linkId' | 'userId' | 'personId' | 'expiresAtMs' | 'spentAtMs'>;

/** What a link of the kind CEDULA leads to, with the person it is for, if that is still on record. */
export function declarationBehind(
  link: CedulaLink,
  person: Person | undefined,
  nowMs: number,
): OpenDeclaration | ClosedDeclaration {
  const cedula = person?.cedula?.id === link.linkId ? person.cedula : undefined;
  const signedAtMs = cedula?.signed?.atMs ?? link.spentAtMs;
  if (signedAtMs !== undefined) return { outcome: 'already-signed', signedAtMs };
  if (person === undefined || cedula === undefined) {
    return { outcome: nowMs >= link.expiresAtMs ? 'expired' : 'withdrawn' };
  }
  const open = openCedulaOf(person, nowMs);
  if (open !== undefined) return { outcome: 'open', person, cedula: open };
  return { outcome: statusAt(cedula, nowMs) === 'EXPIRED' ? 'expired' : 'withdrawn' };
}
