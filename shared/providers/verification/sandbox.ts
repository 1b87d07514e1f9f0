import type { IdentityVerification, VerificationDecision } from '#shared/identity/domain/identity-verification';
import type { KycDecision, User } from '#shared/users/domain/user';
import type { VerificationProvider } from './port';

const firstNames = ['ANA', 'LUIS', 'MARIA', 'CARLOS', 'SOFIA', 'JORGE', 'LUCIA', 'MIGUEL'];
const lastNames = ['GARCIA', 'LOPEZ', 'MARTINEZ', 'HERNANDEZ', 'PEREZ', 'RAMIREZ', 'TORRES', 'FLORES'];

/** Sandbox decisions by last name or business name. */
const decisionsByName = new Map<string | undefined, KycDecision>([
  ['Rejected', 'REJECTED'],
  ['Review', 'REVIEW_NEEDED'],
]);

/** Simulates the provider in the sandbox, with an immediate decision: verified, except for the names in `decisionsByName`. */
export const sandboxVerification: VerificationProvider = {
  async submit({ user, verification }) {
    const { lastName, businessName } = sandboxNames(user, verification);
    const status = decisionsByName.get(lastName ?? businessName) ?? 'VERIFIED';
    return { state: 'DECIDED', decision: toSandboxDecision(status, user, verification) };
  },
  async poll() {
    throw new Error('The sandbox leaves nothing undecided');
  },
};

/** Builds a simulated decision, for `sandboxVerification` and for the endpoint `decideVerification`. */
export function toSandboxDecision(
  status: KycDecision,
  user: User,
  verification: Pick<IdentityVerification, 'submission'>,
): VerificationDecision {
  return {
    ...sandboxNames(user, verification),
    status,
    rejectionReasons: status === 'REJECTED' ? ['DOCUMENT_NOT_ACCEPTED'] : [],
  };
}

/** Returns the submitted names. Generates missing names from the user's id, the same names at every call. */
function sandboxNames(user: User, { submission }: Pick<IdentityVerification, 'submission'>) {
  const submitted = (name: string) => (typeof submission[name] === 'string' ? submission[name] : undefined);
  const pick = (names: readonly string[], digit: number) =>
    names[Number.parseInt(user.id.at(digit) ?? '0', 16) % names.length];
  const business = user.type === 'BUSINESS';
  return {
    firstName: business ? undefined : (submitted('firstName') ?? pick(firstNames, -1)),
    lastName: business ? undefined : (submitted('lastName') ?? pick(lastNames, -2)),
    businessName: business
      ? (submitted('businessName') ?? user.businessName ?? `EMPRESA ${user.id.slice(-6).toUpperCase()}`)
      : undefined,
  };
}
