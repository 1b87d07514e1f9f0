import { Problem } from '#shared/api/problems';
import { signatureEntryView } from '#shared/api/views/signature-entry';
import { fullNameOf, type Person } from '#shared/domain/owners/person';
import { linkTokensOf } from '#shared/links/link-tokens';
import { answerOnce } from '#shared/operations/answer-once';
import { openCedula } from '#shared/operations/end-cedula';
import { personOf, readOwnBusiness } from '#shared/operations/own-business';
import { ownerInPath as owner } from '#shared/operations/ownership';
import { signDeclaration } from '#shared/operations/sign-declaration';
import { contract } from './contract';

/** Signs an open declaration in the owner's place, through everything that the page goes through. */
export const signAsOwner = answerOnce({ contract, owner }, async (request, record) => {
  const { caller, params, nowMs } = request;
  const answerOf = (signed: Person) => record(signatureEntryView(signed, nowMs));
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
    alongside: async (signed) => (await answerOf(signed)).writes,
  });
  if (result.outcome !== 'signed') throw new Problem('CONFLICT', 'The person has no open declaration');
  return (await answerOf(result.person)).reply;
});
