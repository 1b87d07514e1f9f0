import { noOpenDeclaration } from '#shared/api/problems';
import { idempotent } from '#shared/handlers/idempotent-operation';
import { linkTokensFor } from '#shared/links/link-tokens';
import { readOwnBusinessToChange, requirePerson } from '#shared/signatures/associated-persons/read-own-business';
import { type AssociatedPerson, formatFullName } from '#shared/signatures/domain/associated-person';
import { requireOpenDeclaration } from '#shared/signatures/end-declaration';
import { toSignatureEntryResponse } from '#shared/signatures/response';
import { signDeclaration } from '#shared/signatures/sign-declaration';
import { ownUserIdFromPath as owner } from '#shared/users/read-own-user';
import { contract } from './contract';

/** Signs an open declaration for the owner, with the same code as the signing page. */
export const signAsOwner = idempotent({ contract, owner }, async (request, record) => {
  const { caller, params, nowMs } = request;
  const prepareResponse = (signed: AssociatedPerson) => record(toSignatureEntryResponse(signed, nowMs));
  const [business, tokenFor] = await Promise.all([
    readOwnBusinessToChange(params.userId, caller),
    linkTokensFor(params.userId),
  ]);
  const person = requirePerson(business, params.personId);
  const declaration = requireOpenDeclaration(person, nowMs);
  const result = await signDeclaration({
    token: tokenFor(declaration.id),
    link: {
      kind: 'DECLARATION',
      linkId: declaration.id,
      userId: person.userId,
      partnerId: person.partnerId,
      personId: person.id,
      expiresAtMs: declaration.expiresAtMs,
      spentAtMs: undefined,
    },
    language: 'es',
    business,
    evidence: {
      typedName: formatFullName(person),
      mark: { kind: 'typed' },
      ipAddress: 'sandbox',
      userAgent: 'sandbox',
      atMs: nowMs,
    },
    additionalWrites: async (signed) => (await prepareResponse(signed)).writes,
  });
  if (result.outcome !== 'signed') throw noOpenDeclaration();
  return (await prepareResponse(result.person)).reply;
});
