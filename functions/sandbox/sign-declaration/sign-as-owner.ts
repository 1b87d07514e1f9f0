import { Problem } from '#shared/api/problems';
import { signatureEntryView } from '#shared/api/views/signature-entry';
import { fullNameOf } from '#shared/domain/owners/person';
import type { Operation } from '#shared/http/edge';
import { linkTokensOf } from '#shared/links/link-tokens';
import { openCedula } from '#shared/operations/end-cedula';
import { personOf, readOwnBusiness } from '#shared/operations/own-business';
import { signDeclaration } from '#shared/operations/sign-declaration';
import type { contract } from './contract';

/** Signs an open declaration in the owner's place, through everything that the page goes through. */
export const signAsOwner: Operation<typeof contract> = async ({ caller, params, nowMs }) => {
  const person = personOf(await readOwnBusiness(params.userId, caller), params.personId);
  const cedula = openCedula(person, nowMs);
  const tokenOf = await linkTokensOf(person.userId);
  const result = await signDeclaration({
    token: tokenOf(cedula.id),
    link: {
      kind: 'CEDULA',
      linkId: cedula.id,
      userId: person.userId,
      partnerId: person.partnerId,
      personId: person.id,
      expiresAtMs: cedula.expiresAtMs,
      spentAtMs: undefined,
    },
    language: 'es',
    act: {
      typedName: fullNameOf(person),
      mark: { kind: 'typed' },
      ipAddress: 'sandbox',
      userAgent: 'sandbox',
      atMs: nowMs,
    },
  });
  if (result.outcome !== 'signed') throw new Problem('CONFLICT', 'The person has no open declaration');
  return { data: signatureEntryView(result.person, nowMs) };
};
