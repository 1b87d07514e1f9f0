import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Link } from '#shared/data/links';
import { findOwnership, saveSignature } from '#shared/data/owners';
import type { WriteAction } from '#shared/data/table';
import { withCedula } from '#shared/domain/owners/cedula';
import { type DeclarationLanguage, declarationOf } from '#shared/domain/owners/declaration';
import type { Person } from '#shared/domain/owners/person';
import { type SigningAct, signedRecord } from '#shared/domain/owners/signed-record';
import {
  type ClosedDeclaration,
  declarationBehind,
  type OpenDeclaration,
} from '#shared/operations/open-declaration';
import { inRounds } from '#shared/operations/rounds';
import { storeFile } from '#shared/storage/files';

/** The gateway waits for 14.5 s in all. */
const STORE_MS = 5000;

export interface Signing {
  /** The token of the link: signing uses it up. */
  readonly token: string;
  /** What the token leads to. */
  readonly link: Link;
  /** Language in which the declaration was shown; the record keeps that text. */
  readonly language: DeclarationLanguage;
  readonly act: SigningAct;
  /** What else has to happen in the same write, given the person who has signed. @default nothing */
  readonly alongside?: (signed: Person) => Promise<readonly WriteAction[]>;
}

export type SigningOutcome =
  | { readonly outcome: 'signed'; readonly signedAtMs: number; readonly person: Person }
  | ClosedDeclaration;

/**
 * Signs a declaration. The record of it is in the bucket before the signature counts; link, owner, gate and
 * webhook then change in one write, so that of two signatures at once one counts and the other is told so.
 *
 * @throws WriteContention when the business changes faster than the signature can be written
 */
export async function signDeclaration(signing: Signing): Promise<SigningOutcome> {
  const { link, token, act } = signing;
  return inRounds(async () => {
    const ownership = await findOwnership(link.userId);
    if (ownership === undefined) return { outcome: 'withdrawn' };
    const person = ownership.persons.find(({ id }) => id === link.personId);
    const opened = declarationBehind(link, person, act.atMs);
    if (opened.outcome !== 'open') return opened;
    const signed = await storeSignature(opened, signing);
    const more = (await signing.alongside?.(signed)) ?? [];
    if (!(await saveSignature(ownership, signed, { token, atMs: act.atMs, alongside: more })))
      return undefined;
    return { outcome: 'signed', signedAtMs: act.atMs, person: signed };
  });
}

/**
 * Stores the record under a key that holds its digest, so that whoever loses a race overwrites nothing, and
 * answers the owner as it is once the record counts.
 */
async function storeSignature(
  { person, cedula }: OpenDeclaration,
  { act, language }: Signing,
): Promise<Person> {
  const record = signedRecord(person, cedula, declarationOf(person, cedula, language), act);
  const content = new TextEncoder().encode(canonicalize(record));
  const sha256 = createHash('sha256').update(content).digest('hex');
  const key = `people/${person.userId}/signatures/${cedula.id}-${sha256}.json`;
  const signal = AbortSignal.timeout(STORE_MS);
  await storeFile({ key, content, contentType: 'application/json' }, { signal });
  const signed = { atMs: act.atMs, key, sha256, nameDiffers: record.nameDiffers };
  return withCedula(person, { ...cedula, status: 'SIGNED', signed }, act.atMs);
}
