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
 * @param stepAtMs time of the provider request, epoch ms. @default immediately
 * @returns false if the user or an additional item changed in the meantime; nothing was written
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

/** A decision with its writes. */
export interface DecisionToSave {
  readonly decision: VerificationDecision;
  /** Epoch ms. */
  readonly atMs: number;
  /** Returns the recipients of an event. @default reads the recipients from the table */
  readonly recipientsFor?: RecipientsFor;
  /** Builds writes that are committed together with the decision. @default none */
  readonly additionalWrites?: (after: User) => Promise<readonly PendingWrite[]>;
}

/**
 * Stores a decision, updates its user and notifies the partner, in one write. Removes the due step.
 * @returns the user after the decision, or `undefined` if the verification or user changed in the meantime; nothing was written
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
 * Stores a verification that is decided immediately, and notifies the partner of the start and the decision, in one write.
 * @returns the user after the decision, or `undefined` if the user changed in the meantime; nothing was written
 */
export async function saveDecidedStart(
  user: User,
  verification: IdentityVerification,
  save: DecisionToSave,
): Promise<User | undefined> {
  const started = afterStart(user, verification);
  // Two events, but only one new version of the user.
  const after: User = { ...afterDecision(started, save), version: started.version };
  const decided = withDecision(verification, save);
  const put = putIfAbsent(encodeVerification(decided));
  return commitDecision(user, { put, events: [{ user: started, verification }], after, decided }, save);
}

/** User and verification after a decision, the write of the verification, and the events before the decision. */
interface DecidedStates {
  readonly put: PendingWrite;
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

/** Stores the progress. Returns false and writes nothing if another worker decided the verification or executed the step. */
export async function saveProviderProgress(
  verification: IdentityVerification,
  progress: ProviderProgress,
  { seenStepAtMs, nextStepAtMs }: { readonly seenStepAtMs: number; readonly nextStepAtMs: number },
): Promise<boolean> {
  return writeIfConditionsHold([
    putItem(
      encodeVerification(
        { ...verification, provider: progress },
        // The step is due in minutes or hours. No message is sent now; the redrive finds the step in the index of due items.
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
    // An unused link becomes invalid when the verification starts, regardless of the result.
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

/** User and verification after an event. The status of the verification determines the event. */
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

/** Reads the verification that a queue message refers to, and the time of its next step; `undefined` if no step remains. */
export function findVerificationStep(message: StepReference) {
  return readStep(message, decodeVerification);
}
