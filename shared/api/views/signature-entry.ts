import type { Shape } from '#shared/api/shapes';
import { iso } from '#shared/api/views/time';
import { statusAt } from '#shared/domain/owners/cedula';
import { fullNameOf, type Person, type RequestFailure } from '#shared/domain/owners/person';

const failureTexts: Readonly<Record<RequestFailure, string>> = {
  EMAIL_NOT_FOUND: 'No email address on file',
};

/**
 * Where an owner's signature stands. Without an open or closed cedula there is no status.
 * @param urlOf the signing link of an open cedula, by the cedula's id
 */
export function signatureEntryView(
  person: Person,
  nowMs: number,
  urlOf?: (cedulaId: string) => string,
): Shape<'SignatureEntry'> {
  const { cedula, requestFailure } = person;
  const entry = { associatedPersonId: person.id, name: fullNameOf(person), version: person.version };
  if (cedula === undefined) {
    if (requestFailure === undefined) return entry;
    return { ...entry, error: failureTexts[requestFailure], errorCode: requestFailure };
  }
  const status = statusAt(cedula, nowMs);
  return {
    ...entry,
    status,
    ...(status === 'PENDING' && urlOf !== undefined ? { signingUrl: urlOf(cedula.id) } : {}),
    ...(cedula.signed === undefined ? {} : { signedAt: iso(cedula.signed.atMs) }),
    ...(cedula.signed?.nameDiffers === true ? { nameDiffers: true } : {}),
  };
}
