import { wrongVerificationKind } from '#shared/api/problems';
import type { ResponseData } from '#shared/contract/response-schemas';
import type { Operation } from '#shared/handlers/partner-endpoint';
import type { IdentityVerification } from '#shared/identity/domain/identity-verification';
import { VERIFICATION_LINK_LIFETIME_MS } from '#shared/identity/domain/verification-link';
import { findOpenVerificationUrl } from '#shared/identity/links/create-verification-link';
import { findVerification } from '#shared/identity/repository';
import { listPersons } from '#shared/signatures/associated-persons/repository';
import { toAssociatedPersonResponse } from '#shared/signatures/associated-persons/response';
import { type AssociatedPerson, formatFullName, isBeneficialOwner } from '#shared/signatures/domain/associated-person';
import { type User, verifiedBusinessName } from '#shared/users/domain/user';
import { readOwnUserWith } from '#shared/users/read-own-user';
import { toIsoTimeOrNull } from '#shared/values/iso-time';
import type { contract } from './contract';

/** Returns the status of a business's verification, the stored data of the business, and the open verification link. */
export const readKyb: Operation<typeof contract> = async ({ caller, params, baseUrl, nowMs }) => {
  const [user, persons] = await readOwnUserWith(params.userId, caller, listPersons(params.userId));
  if (user.type !== 'BUSINESS') throw wrongVerificationKind('KYB');
  const [newest, sessionUrl] = await Promise.all([
    user.verificationId === undefined ? undefined : findVerification(user.id, user.verificationId),
    findOpenVerificationUrl(user, { baseUrl, nowMs }),
  ]);
  return {
    data: {
      verificationId: newest?.id ?? null,
      verificationStatus: user.kycStatus,
      version: newest?.version ?? null,
      businessInfo: businessInfo(user, newest),
      beneficialOwners: persons.filter(isBeneficialOwner).map(beneficialOwner),
      sessionUrl: sessionUrl ?? null,
      createdAt: toIsoTimeOrNull(createdAtMs(user, newest)),
    },
  };
};

function beneficialOwner(person: AssociatedPerson): ResponseData<'Kyb'>['beneficialOwners'][number] {
  const { ownershipPercent } = toAssociatedPersonResponse(person);
  return { fullName: formatFullName(person), ownershipPercent };
}

function businessInfo(user: User, newest: IdentityVerification | undefined): ResponseData<'Kyb'>['businessInfo'] {
  const submitted = (name: string) => {
    const value = newest?.submission[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    businessName: verifiedBusinessName(user) ?? submitted('businessName') ?? user.businessName ?? null,
    countryOfConstitution: submitted('countryOfConstitution'),
    taxId: submitted('taxId'),
  };
}

/** Returns the submission time of the last verification or the creation time of the last link, whichever is later. */
function createdAtMs(user: User, newest: IdentityVerification | undefined): number | undefined {
  const link = user.verificationLink && user.verificationLink.expiresAtMs - VERIFICATION_LINK_LIFETIME_MS;
  if (link === undefined || newest === undefined) return link ?? newest?.submittedAtMs;
  return Math.max(link, newest.submittedAtMs);
}
