/** Stored verifications, and verification links. */
import type { IdentityVerification } from '#shared/identity/domain/identity-verification';
import { VERIFICATION_LINK_LIFETIME_MS, verificationKindFor } from '#shared/identity/domain/verification-link';
import { firstStep } from '#shared/identity/domain/verification-steps';
import { saveVerificationStart } from '#shared/identity/repository';
import {
  newVerificationSession,
  saveVerificationSession,
  type VerificationSession,
} from '#shared/identity/sessions/repository';
import { newLink } from '#shared/links/repository';
import type { User } from '#shared/users/domain/user';
import { userWrites } from '#shared/users/repository';
import { newId } from '#shared/values/ids';
import { anIdentityVerification } from '#test/support/builders/users';
import type { World } from './world';

/** Stores a verification in progress and its notification. */
export async function startVerification(
  user: User,
  overrides: Partial<IdentityVerification> = {},
): Promise<IdentityVerification> {
  const verification = anIdentityVerification(user, { submittedAtMs: Date.now(), ...overrides });
  if (!(await saveVerificationStart(user, verification, { stepAtMs: undefined }))) throw new Error('Not started');
  return verification;
}

/** Token of the verification links that tests store. */
export const LINK_TOKEN = 'v'.repeat(43);

/** Stores an open verification link with its session. The session's draft is empty by default. */
export async function openVerificationLink(
  world: World,
  user: User,
  { country = 'MX', redirectUri, resubmission, ...entered }: Partial<VerificationSession> = {},
): Promise<{ readonly user: User; readonly session: VerificationSession }> {
  const [id, expiresAtMs] = [newId(Date.now()), Date.now() + VERIFICATION_LINK_LIFETIME_MS];
  const after: User = { ...user, verificationLink: { id, expiresAtMs }, version: user.version + 1 };
  const ids = { userId: user.id, partnerId: user.partnerId, kind: verificationKindFor(user.type), expiresAtMs };
  await world.store(
    ...userWrites(user, after),
    newLink(LINK_TOKEN, { ...ids, linkId: id, personId: undefined }),
    newVerificationSession({ ...ids, id, country, redirectUri, resubmission }),
  );
  const step = firstStep({ kind: ids.kind, resubmission });
  const content = { step, draft: {}, files: [], pending: [], closedAtMs: undefined, version: 1 } as const;
  const stepAt = expiresAtMs;
  const empty = { ...ids, id, country, redirectUri, resubmission, stepAt, ...content };
  if (Object.keys(entered).length === 0) return { user: after, session: empty };
  await saveVerificationSession(empty, entered);
  return { user: after, session: { ...empty, ...entered, version: 2 } };
}
