import { decodeVerification, encodeVerification } from '#shared/data/items/verification';
import { verificationKey, webhookSettingsKey } from '#shared/data/keys';
import { type NewNotification, notificationWrites } from '#shared/data/notifications';
import { readItem, tableName, type WriteAction, writeIfConditionsHold } from '#shared/data/table';
import { userWrites } from '#shared/data/users';
import { delivers } from '#shared/data/webhook-settings';
import type { EventName } from '#shared/domain/notifications/events';
import { kycPayload } from '#shared/domain/notifications/notification';
import type { KycDecision, User } from '#shared/domain/users/user';
import {
  type Decision,
  type ProviderProgress,
  submittedNames,
  type Verification,
} from '#shared/domain/users/verification';

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
 * @param stepAtMs when the provider is to be asked, epoch ms; at once where none is given
 * @param alongside what else has to happen in the same write
 * @returns false when the user or what goes along changed meanwhile; nothing was written then.
 */
export async function saveVerificationStart(
  user: User,
  verification: Verification,
  {
    stepAtMs,
    alongside = [],
  }: { readonly stepAtMs: number | undefined; readonly alongside?: readonly WriteAction[] },
): Promise<boolean> {
  const after = startedOn(user, verification);
  return writeIfConditionsHold([
    ...userWrites(user, after),
    putNew(
      encodeVerification(verification, { atMs: stepAtMs ?? verification.submittedAtMs, announced: true }),
    ),
    ...(await tell(user, [{ event: 'CREATED_KYC', user: after, verification }])),
    ...alongside,
  ]);
}

/** What else belongs to the write of a decision, given the user after it. */
export type AlongsideUser = (after: User) => Promise<readonly WriteAction[]>;

const nothing: AlongsideUser = async () => [];

const decisionEvents: Record<KycDecision, EventName> = {
  VERIFIED: 'VERIFIED_USER',
  REJECTED: 'REJECTED_KYC',
  REVIEW_NEEDED: 'REVIEW_NEEDED_KYC',
};

/**
 * Writes a decision down, moves its user and tells the partner, in one write. A step that was still to come is
 * gone with it.
 *
 * @param alongside what else has to happen in the same write, given the user after it
 * @returns the user after it, or `undefined` when the verification or the user changed meanwhile; nothing was written then.
 */
export async function saveDecision(
  user: User,
  verification: Verification,
  decision: Decision,
  atMs: number,
  alongside: AlongsideUser = nothing,
): Promise<User | undefined> {
  const after = decidedOn(user, decision, atMs);
  const decided = { ...decidedBy(verification, decision, atMs), version: verification.version + 1 };
  const saved = await writeIfConditionsHold([
    ...userWrites(user, after),
    {
      Put: {
        TableName: tableName(),
        Item: encodeVerification(decided),
        ConditionExpression: '#version = :before',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':before': verification.version },
      },
    },
    ...(await alongside(after)),
    ...(await tell(user, [{ event: decisionEvents[decision.status], user: after, verification: decided }])),
  ]);
  return saved ? after : undefined;
}

/**
 * Puts a verification on record that is decided as it starts; the partner is told of both, in one write.
 *
 * @returns the user after it, or `undefined` when it changed meanwhile; nothing was written then.
 */
export async function saveDecidedStart(
  user: User,
  verification: Verification,
  decision: Decision,
  alongside: AlongsideUser = nothing,
): Promise<User | undefined> {
  const started = startedOn(user, verification);
  const atMs = verification.submittedAtMs;
  // Two events, and one change of the user.
  const after: User = { ...decidedOn(started, decision, atMs), version: started.version };
  const decided = decidedBy(verification, decision, atMs);
  const saved = await writeIfConditionsHold([
    ...userWrites(user, after),
    putNew(encodeVerification(decided)),
    ...(await alongside(after)),
    ...(await tell(user, [
      { event: 'CREATED_KYC', user: started, verification },
      { event: decisionEvents[decision.status], user: after, verification: decided },
    ])),
  ]);
  return saved ? after : undefined;
}

/**
 * Writes down how far the provider has come, and when it is called next.
 *
 * @param seenStepAtMs the step that was taken
 * @returns false when the verification was decided or the step taken by another run meanwhile; nothing was written then.
 */
export async function saveProviderProgress(
  verification: Verification,
  progress: ProviderProgress,
  { seenStepAtMs, nextStepAtMs }: { readonly seenStepAtMs: number; readonly nextStepAtMs: number },
): Promise<boolean> {
  return writeIfConditionsHold([
    {
      Put: {
        TableName: tableName(),
        Item: encodeVerification(
          { ...verification, provider: progress },
          // Minutes and hours ahead: no message, the index brings it back.
          { atMs: nextStepAtMs, announced: false },
        ),
        ConditionExpression: '#version = :version AND #stepAt = :seen',
        ExpressionAttributeNames: { '#version': 'version', '#stepAt': 'stepAt' },
        ExpressionAttributeValues: { ':version': verification.version, ':seen': seenStepAtMs },
      },
    },
  ]);
}

function startedOn(user: User, verification: Verification): User {
  return {
    ...changed(user, verification.submittedAtMs),
    ...submittedNames(user, verification),
    kycStatus: 'IN_PROGRESS',
    verificationId: verification.id,
    // A link that was not used is void from here on, whatever becomes of the verification.
    verificationLink: undefined,
  };
}

function decidedOn(user: User, decision: Decision, atMs: number): User {
  const names = {
    firstName: decision.firstName ?? user.firstName,
    lastName: decision.lastName ?? user.lastName,
    businessName: decision.businessName ?? user.businessName,
  };
  const verified = decision.status === 'VERIFIED' ? { legalName: names } : {};
  return { ...changed(user, atMs), ...names, ...verified, kycStatus: decision.status };
}

function decidedBy(verification: Verification, decision: Decision, atMs: number): Verification {
  const { status, rejectionReasons } = decision;
  return { ...verification, status, decidedAtMs: atMs, rejectionReasons };
}

function changed(user: User, atMs: number): User {
  return { ...user, version: user.version + 1, sequence: user.sequence + 1, updatedAtMs: atMs };
}

function putNew(item: Record<string, unknown>): WriteAction {
  return {
    Put: { TableName: tableName(), Item: item, ConditionExpression: 'attribute_not_exists(PK)' },
  };
}

/** What happened, with the user and the verification as they stand after that. */
interface Happening {
  readonly event: EventName;
  readonly user: User;
  readonly verification: Verification;
}

async function tell({ partnerId }: User, happenings: readonly Happening[]): Promise<WriteAction[]> {
  const settings = await readItem(webhookSettingsKey(partnerId));
  return happenings.flatMap(({ event, user, verification }) => {
    const notification: NewNotification = {
      subject: { kind: 'USER', id: user.id },
      sequence: user.sequence,
      partnerId,
      event,
      userId: user.id,
      payload: kycPayload(event, user, verification),
      deliver: delivers(settings, event),
      atMs: user.updatedAtMs,
    };
    return notificationWrites(notification);
  });
}
