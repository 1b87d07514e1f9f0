import canonicalize from 'canonicalize';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import type { Link } from '#shared/links/repository';
import { storeFile } from '#shared/platform/files/files';
import type { Language } from '#shared/values/languages';
import { sha256Hex } from '#shared/values/sha256';
import { readRecipients } from '#shared/webhooks/repository';
import { type BusinessWithPersons, findBusinessWithPersons, saveSignature } from './associated-persons/repository';
import { type AssociatedPerson, withDeclaration } from './domain/associated-person';
import { composeDeclarationText } from './domain/declaration-text';
import { type SignatureEvidence, toSignedDeclaration } from './domain/signed-declaration';
import { lockEnd } from './lock-end';
import { type ClosedDeclaration, type OpenDeclaration, openDeclaration } from './open-declaration';

/** Time limit for the write to the bucket, ms. The gateway allows 14.5 s for the whole request. */
const STORE_MS = 5000;

export interface SignDeclarationRequest {
  /** The link's token. The signature makes the token invalid. */
  readonly token: string;
  readonly link: Link;
  /** Language of the shown declaration. The record contains the text in this language. */
  readonly language: Language;
  readonly evidence: SignatureEvidence;
  /** The business to change, if the caller has just read it. @default the function reads the business */
  readonly business?: BusinessWithPersons;
  /**
   * Builds additional writes for the transaction that stores the signature. `signed` is the person with the signed declaration.
   * @default no additional writes
   */
  readonly additionalWrites?: (signed: AssociatedPerson) => Promise<readonly PendingWrite[]>;
}

export type SigningOutcome =
  | { readonly outcome: 'signed'; readonly signedAtMs: number; readonly person: AssociatedPerson }
  | ClosedDeclaration;

/**
 * Stores the signed record in the bucket, then the signature in the table. Of two concurrent signatures, only one succeeds.
 * @throws WriteContention if concurrent requests change the business in every attempt
 */
export async function signDeclaration(signing: SignDeclarationRequest): Promise<SigningOutcome> {
  const { link, token, evidence } = signing;
  return retryOnConflict(async (attempt) => {
    const known = attempt === 1 ? signing.business : undefined;
    const business = known ?? (await findBusinessWithPersons(link.userId));
    if (business === undefined) return { outcome: 'withdrawn' };
    const person = business.persons.find(({ id }) => id === link.personId);
    const opened = openDeclaration(link, person, evidence.atMs);
    if (opened.outcome !== 'open') return opened;
    const [signed, recipientsFor] = await Promise.all([
      storeSignature(opened, signing),
      readRecipients(business.user.partnerId),
    ]);
    const recipients = recipientsFor('DOCUMENT_SIGNED');
    const additionalWrites = (await signing.additionalWrites?.(signed)) ?? [];
    const saved = await saveSignature(business, signed, { token, recipients, additionalWrites });
    return saved ? { outcome: 'signed', signedAtMs: evidence.atMs, person: signed } : undefined;
  });
}

/**
 * Stores the record under a key that contains its digest, so concurrent requests cannot overwrite each other's record. Returns
 * the owner after the signature.
 */
async function storeSignature(
  { person, declaration }: OpenDeclaration,
  { evidence, language }: SignDeclarationRequest,
): Promise<AssociatedPerson> {
  const text = composeDeclarationText(person, declaration, language);
  const record = toSignedDeclaration(person, declaration, text, evidence);
  const content = new TextEncoder().encode(canonicalize(record));
  const sha256 = sha256Hex(content);
  const key = `people/${person.userId}/signatures/${declaration.id}-${sha256}.json`;
  const lockedUntilMs = lockEnd(evidence.atMs, evidence.atMs);
  const signal = AbortSignal.timeout(STORE_MS);
  await storeFile({ key, content, contentType: 'application/json', lockedUntilMs }, { signal });
  const signed = { atMs: evidence.atMs, key, sha256, nameDiffers: record.nameDiffers };
  return withDeclaration(person, { ...declaration, status: 'SIGNED', signed }, evidence.atMs);
}
