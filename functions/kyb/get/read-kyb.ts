import type { Shape } from '#shared/api/shapes';
import { isoOrNull } from '#shared/api/views/time';
import { listOwners } from '#shared/data/owners';
import { findVerification } from '#shared/data/verifications';
import { percentText } from '#shared/domain/owners/ownership-percent';
import { fullNameOf, isOwner, type Person } from '#shared/domain/owners/person';
import type { User } from '#shared/domain/users/user';
import type { Verification } from '#shared/domain/users/verification';
import { VERIFICATION_LINK_MS } from '#shared/domain/users/verification-link';
import type { Operation } from '#shared/http/edge';
import { wrongVerificationKind } from '#shared/operations/ask-for-verification-link';
import { readOwnUser } from '#shared/operations/ownership';
import { openVerificationUrl } from '#shared/operations/verification-links';
import type { contract } from './contract';

/** Where a business's verification stands, what is known of the business, and the link that is open for it. */
export const readKyb: Operation<typeof contract> = async ({ caller, params, baseUrl, nowMs }) => {
  const user = await readOwnUser(params.userId, caller);
  if (user.type !== 'BUSINESS') throw wrongVerificationKind('KYB');
  const [newest, persons, sessionUrl] = await Promise.all([
    user.verificationId === undefined ? undefined : findVerification(user.id, user.verificationId),
    listOwners(user.id),
    openVerificationUrl(user, { baseUrl, nowMs }),
  ]);
  return {
    data: {
      verificationId: newest?.id ?? null,
      verificationStatus: user.kycStatus,
      version: newest?.version ?? null,
      businessInfo: businessInfo(user, newest),
      beneficialOwners: persons.filter(isOwner).map(beneficialOwner),
      sessionUrl: sessionUrl ?? null,
      createdAt: isoOrNull(createdAtMs(user, newest)),
    },
  };
};

function beneficialOwner(person: Person): Shape<'Kyb'>['beneficialOwners'][number] {
  const { ownershipUnits } = person;
  return {
    fullName: fullNameOf(person),
    ownershipPercent: ownershipUnits === undefined ? null : Number(percentText(ownershipUnits)),
  };
}

function businessInfo(user: User, newest: Verification | undefined): Shape<'Kyb'>['businessInfo'] {
  const submitted = (name: string) => {
    const value = newest?.submission[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    businessName: verifiedName(user) ?? submitted('businessName') ?? user.businessName ?? null,
    countryOfConstitution: submitted('countryOfConstitution'),
    taxId: submitted('taxId'),
  };
}

function verifiedName({ kycStatus, legalName }: User): string | undefined {
  return kycStatus === 'VERIFIED' ? legalName?.businessName : undefined;
}

/** When the newest verification was submitted or the newest link made, whichever is later. */
function createdAtMs(user: User, newest: Verification | undefined): number | undefined {
  const link = user.verificationLink && user.verificationLink.expiresAtMs - VERIFICATION_LINK_MS;
  if (link === undefined || newest === undefined) return link ?? newest?.submittedAtMs;
  return Math.max(link, newest.submittedAtMs);
}
