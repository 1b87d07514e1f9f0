import type * as z from 'zod/mini';
import { toIsoTime } from '#shared/values/iso-time';
import { type AssociatedPerson, formatFullName, type RequestFailure } from './domain/associated-person';
import { declarationStatusAt } from './domain/declaration';
import type * as schemas from './response-schema';

const failureTexts: Readonly<Record<RequestFailure, string>> = { EMAIL_NOT_FOUND: 'No email address on file' };

/**
 * Builds the API response for an owner's signature. Without a declaration, the response has no status, but can have an error.
 * @param urlFor returns the signing link of an open declaration by the declaration's id
 */
export function toSignatureEntryResponse(
  person: AssociatedPerson,
  nowMs: number,
  urlFor?: (declarationId: string) => string,
): z.infer<typeof schemas.SignatureEntry> {
  const { declaration, requestFailure } = person;
  const entry = { associatedPersonId: person.id, name: formatFullName(person), version: person.version };
  if (declaration === undefined) {
    if (requestFailure === undefined) return entry;
    return { ...entry, error: failureTexts[requestFailure], errorCode: requestFailure };
  }
  const status = declarationStatusAt(declaration, nowMs);
  return {
    ...entry,
    status,
    ...(status === 'PENDING' && urlFor !== undefined ? { signingUrl: urlFor(declaration.id) } : {}),
    ...(declaration.signed === undefined ? {} : { signedAt: toIsoTime(declaration.signed.atMs) }),
    ...(declaration.signed?.nameDiffers === true ? { nameDiffers: true } : {}),
  };
}
