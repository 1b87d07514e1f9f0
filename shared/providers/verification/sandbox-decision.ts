import type { Decision } from '#shared/data/verifications';
import type { User } from '#shared/domain/users/user';
import type { Verification } from '#shared/domain/users/verification';

const firstNames = ['ANA', 'LUIS', 'MARIA', 'CARLOS', 'SOFIA', 'JORGE', 'LUCIA', 'MIGUEL'];
const lastNames = ['GARCIA', 'LOPEZ', 'MARTINEZ', 'HERNANDEZ', 'PEREZ', 'RAMIREZ', 'TORRES', 'FLORES'];

/**
 * What the sandbox's verification provider decides: a last name (or business name) of "Rejected" is rejected,
 * "Review" needs a review, everybody else is verified. Names that were not submitted are made up from the
 * user's id, the same each time.
 */
export function sandboxDecision(user: User, verification: Verification): Decision {
  const submitted = (name: string) =>
    typeof verification.submission[name] === 'string' ? verification.submission[name] : undefined;
  const pick = (names: readonly string[], digit: number) =>
    names[Number.parseInt(user.id.at(digit) ?? '0', 16) % names.length];
  const business = user.type === 'BUSINESS';
  const firstName = business ? undefined : (submitted('firstName') ?? pick(firstNames, -1));
  const lastName = business ? undefined : (submitted('lastName') ?? pick(lastNames, -2));
  const businessName = business
    ? (submitted('businessName') ?? user.businessName ?? `EMPRESA ${user.id.slice(-6).toUpperCase()}`)
    : undefined;
  const names = { firstName, lastName, businessName };
  switch (lastName ?? businessName) {
    case 'Rejected':
      return { ...names, status: 'REJECTED', rejectionReasons: ['DOCUMENT_NOT_ACCEPTED'] };
    case 'Review':
      return { ...names, status: 'REVIEW_NEEDED', rejectionReasons: [] };
    default:
      return { ...names, status: 'VERIFIED', rejectionReasons: [] };
  }
}
