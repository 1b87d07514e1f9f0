import { decodeVerification, encodeVerification } from '#shared/data/items/verification';
import { verificationKey, webhookSettingsKey } from '#shared/data/keys';
import { notificationWrites } from '#shared/data/notifications';
import { ConditionsFailed, readItem, tableName, writeAtomically } from '#shared/data/table';
import { userWrites } from '#shared/data/users';
import { delivers } from '#shared/data/webhook-settings';
import type { EventName } from '#shared/domain/notifications/events';
import { kycPayload } from '#shared/domain/notifications/notification';
import type { KycDecision, User } from '#shared/domain/users/user';
import type { Verification } from '#shared/domain/users/verification';

export async function findVerification(
  userId: string,
  verificationId: string,
): Promise<Verification | undefined> {
  const raw = await readItem(verificationKey(userId, verificationId));
  return raw === undefined ? undefined : decodeVerification(raw);
}

/**
 * Puts a new verification on record, moves its user to IN_PROGRESS and tells the partner, in one write.
 *
 * @param decideAtMs when the sandbox provider decides it, epoch ms
 * @returns false when the user changed meanwhile; nothing was written then.
 */
export async function saveVerificationStart(
  user: User,
  verification: Verification,
  decideAtMs: number | undefined,
): Promise<boolean> {
  const after: User = {
    ...changed(user, verification.submittedAtMs),
    kycStatus: 'IN_PROGRESS',
    verificationId: verification.id,
  };
  return write(user, after, 'CREATED_KYC', {
    Put: {
      TableName: tableName(),
      Item: encodeVerification(verification, decideAtMs),
      ConditionExpression: 'attribute_not_exists(PK)',
    },
  });
}

const decisionEvents: Record<KycDecision, EventName> = {
  VERIFIED: 'VERIFIED_USER',
  REJECTED: 'REJECTED_KYC',
  REVIEW_NEEDED: 'REVIEW_NEEDED_KYC',
};

/** A provider's decision, with the names it read from the documents. */
export interface Decision {
  readonly status: KycDecision;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly businessName?: string | undefined;
  readonly rejectionReasons: readonly string[];
}

/**
 * Writes a decision down, moves its user and tells the partner, in one write.
 * @returns false when the verification was decided before, or the user changed meanwhile; nothing was written then.
 */
export async function saveDecision(
  user: User,
  verification: Verification,
  decision: Decision,
  atMs: number,
): Promise<boolean> {
  const after: User = {
    ...changed(user, atMs),
    kycStatus: decision.status,
    firstName: decision.firstName ?? user.firstName,
    lastName: decision.lastName ?? user.lastName,
    businessName: decision.businessName ?? user.businessName,
  };
  const decided: Verification = {
    ...verification,
    status: decision.status,
    version: verification.version + 1,
    decidedAtMs: atMs,
    rejectionReasons: decision.rejectionReasons,
  };
  return write(user, after, decisionEvents[decision.status], {
    Put: {
      TableName: tableName(),
      Item: encodeVerification(decided),
      ConditionExpression: '#version = :before',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':before': verification.version },
    },
  });
}

function changed(user: User, atMs: number): User {
  return { ...user, version: user.version + 1, sequence: user.sequence + 1, updatedAtMs: atMs };
}

async function write(
  before: User,
  after: User,
  event: EventName,
  verificationWrite: Parameters<typeof writeAtomically>[0][number],
): Promise<boolean> {
  const settings = await readItem(webhookSettingsKey(before.partnerId));
  try {
    await writeAtomically([
      ...userWrites(before, after),
      verificationWrite,
      ...notificationWrites({
        subject: { kind: 'USER', id: after.id },
        sequence: after.sequence,
        partnerId: after.partnerId,
        event,
        payload: kycPayload(event, after),
        deliver: delivers(settings),
        atMs: after.updatedAtMs,
      }),
    ]);
    return true;
  } catch (error) {
    if (error instanceof ConditionsFailed) return false;
    throw error;
  }
}
