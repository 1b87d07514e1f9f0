import { readStep, type StepReference } from '#shared/dynamodb/due-steps';
import { allOf, equals, hasVersion } from '#shared/dynamodb/expressions';
import { verificationKey } from '#shared/dynamodb/keys';
import { readRecord } from '#shared/dynamodb/table';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, putIfVersion, putItem } from '#shared/dynamodb/writes';
import { kycPayload } from '#shared/identity/domain/webhook-payload';
import { type User, withNextVersion } from '#shared/users/domain/user';
import { userWrites } from '#shared/users/repository';
import type { EventName } from '#shared/webhooks/domain/events';
import { notificationWrites, type RecipientsFor, readRecipients } from '#shared/webhooks/repository';
import {
  type IdentityVerification,
  namesFromSubmission,
  type ProviderProgress,
  type VerificationDecision,
} from './domain/identity-verification';
import { decodeVerification, encodeVerification } from './item';

export function findVerification(userId: string, verificationId: string): Promise<IdentityVerification | undefined> {
  return readRecord(verificationKey(userId, verificationId), decodeVerification);
}

/**
 * Stores a new verification, sets its user to IN_PROGRESS and notifies the partner, in one write.
 *
 * @param stepAtMs when the provider is to be asked, epoch ms; at once if none is given
 * @param recipientsFor where the partner's events go. @default it is read
 * @param additionalWrites what else has to happen in the same write
 * @returns false when the user or an additional item changed in between; nothing was written then.
 */
export async function saveVerificationStart(
  user: User,
  verification: IdentityVerification,
  {
    stepAtMs,
    recipientsFor,
    additionalWrites = [],
  }: {
    readonly stepAtMs: number | undefined;
    readonly recipientsFor?: RecipientsFor | undefined;
    readonly additionalWrites?: readonly PendingWrite[];
  },
): Promise<boolean> {
  const after = afterStart(user, verification);
  return writeIfConditionsHold([
    ...userWrites(user, after),
    putIfAbsent(encodeVerification(verification, { atMs: stepAtMs ?? verification.submittedAtMs, announced: true })),
    ...(await notificationWritesFor(user, [{ user: after, verification }], recipientsFor)),
    ...additionalWrites,
  ]);
}

/** A decision, with the writes that belong to it. */
export interface DecisionToSave {
  readonly decision: VerificationDecision;
  /** Epoch ms. */
  readonly atMs: number;
  /** Returns the recipients of the partner's events. @default it is read */
  readonly recipientsFor?: RecipientsFor;
  /** Builds the other writes committed together with the user, given the user after the change. @default nothing */
  readonly additionalWrites?: (after: User) => Promise<readonly PendingWrite[]>;
}

/**
 * Stores a decision, updates its user and notifies the partner, in one write. A step that was still due is
 * cleared with it.
 *
 * @returns the user after it, or `undefined` when the verification or the user changed in between; nothing was written then.
 */
export async function saveDecision(
  user: User,
  verification: IdentityVerification,
  save: DecisionToSave,
): Promise<User | undefined> {
  const decided = { ...withDecision(verification, save), version: verification.version + 1 };
  const put = putIfVersion(verification.version, encodeVerification(decided));
  return commitDecision(user, { put, events: [], after: afterDecision(user, save), decided }, save);
}

/**
 * Stores a verification that is decided as it starts, and notifies the partner of both, in one write.
 *
 * @returns the user after it, or `undefined` when it changed in between; nothing was written then.
 */
export async function saveDecidedStart(
  user: User,
  verification: IdentityVerification,
  save: DecisionToSave,
): Promise<User | undefined> {
  const started = afterStart(user, verification);
  // Two events, and one change of the user.
  const after: User = { ...afterDecision(started, save), version: started.version };
  const decided = withDecision(verification, save);
  const put = putIfAbsent(encodeVerification(decided));
  return commitDecision(user, { put, events: [{ user: started, verification }], after, decided }, save);
}

/** The states after a decision, and the write of the verification. */
interface DecidedStates {
  readonly put: PendingWrite;
  /** Events before the decision. */
  readonly events: readonly UserEvent[];
  readonly after: User;
  readonly decided: IdentityVerification;
}

async function commitDecision(
  before: User,
  { put, events, after, decided }: DecidedStates,
  { recipientsFor, additionalWrites }: DecisionToSave,
): Promise<User | undefined> {
  const saved = await writeIfConditionsHold([
    ...userWrites(before, after),
    put,
    ...((await additionalWrites?.(after)) ?? []),
    ...(await notificationWritesFor(before, [...events, { user: after, verification: decided }], recipientsFor)),
  ]);
  return saved ? after : undefined;
}

/**
 * Stores the provider's progress, and when it is called next.
 *
 * @param seenStepAtMs the step that was taken
 * @returns false when another run has decided the verification or taken the step; nothing was written then.
 */
export async function saveProviderProgress(
  verification: IdentityVerification,
  progress: ProviderProgress,
  { seenStepAtMs, nextStepAtMs }: { readonly seenStepAtMs: number; readonly nextStepAtMs: number },
): Promise<boolean> {
  return writeIfConditionsHold([
    putItem(
      encodeVerification(
        { ...verification, provider: progress },
        // Minutes and hours ahead: no message, the index brings it back.
        { atMs: nextStepAtMs, announced: false },
      ),
      allOf(hasVersion(verification.version), equals('stepAt', seenStepAtMs)),
    ),
  ]);
}

function afterStart(user: User, verification: IdentityVerification): User {
  return {
    ...withNextVersion(user, verification.submittedAtMs),
    ...namesFromSubmission(user, verification),
    kycStatus: 'IN_PROGRESS',
    verificationId: verification.id,
    // An unused link is void from here on, regardless of the verification's result.
    verificationLink: undefined,
  };
}

function afterDecision(user: User, { decision, atMs }: DecisionToSave): User {
  const names = {
    firstName: decision.firstName ?? user.firstName,
    lastName: decision.lastName ?? user.lastName,
    businessName: decision.businessName ?? user.businessName,
  };
  const verified = decision.status === 'VERIFIED' ? { legalName: names } : {};
  return { ...withNextVersion(user, atMs), ...names, ...verified, kycStatus: decision.status };
}

function withDecision(verification: IdentityVerification, { decision, atMs }: DecisionToSave): IdentityVerification {
  const { status, rejectionReasons } = decision;
  return { ...verification, status, decidedAtMs: atMs, rejectionReasons };
}

/** The user and the verification after an event, which follows from the verification's status. */
interface UserEvent {
  readonly user: User;
  readonly verification: IdentityVerification;
}

const eventNames: Readonly<Record<IdentityVerification['status'], EventName>> = {
  IN_PROGRESS: 'CREATED_KYC',
  VERIFIED: 'VERIFIED_USER',
  REJECTED: 'REJECTED_KYC',
  REVIEW_NEEDED: 'REVIEW_NEEDED_KYC',
};

async function notificationWritesFor(
  { partnerId }: User,
  events: readonly UserEvent[],
  knownRecipients?: RecipientsFor,
): Promise<PendingWrite[]> {
  const recipientsFor = knownRecipients ?? (await readRecipients(partnerId));
  return events.flatMap(({ user, verification }) => {
    const event = eventNames[verification.status];
    return notificationWrites({
      subject: { kind: 'USER', id: user.id },
      sequence: user.sequence,
      partnerId,
      event,
      userId: user.id,
      payload: kycPayload(event, user, verification),
      ...recipientsFor(event),
      atMs: user.updatedAtMs,
    });
  });
}

/** The verification that a message names, with the time of its step; `undefined` when no step is left. */
export function findVerificationStep(message: StepReference) {
  return readStep(message, decodeVerification);
}
