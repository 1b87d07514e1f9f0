/** Verification sessions with their drafts. A session ends with the submission, or when its link expires or is replaced. */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import {
  stepAttributes as dueAttributes,
  readStep,
  STEP_ATTRIBUTES,
  type StepReference,
} from '#shared/dynamodb/due-steps';
import { hasVersion } from '#shared/dynamodb/expressions';
import { verificationSessionKey } from '#shared/dynamodb/keys';
import { documentClient, readRecord } from '#shared/dynamodb/table';
import { conditionally, type PendingWrite, retryOnTransactionConflict } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, updateInput, updateItem } from '#shared/dynamodb/writes';
import { type Handoff, handoffOutcomes } from '#shared/identity/domain/handoff';
import { refusalReasons } from '#shared/identity/domain/refusal-reasons';
import { uploadSlots } from '#shared/identity/domain/upload-slots';
import { firstStep, verificationSteps } from '#shared/identity/domain/verification-steps';

/** Time in seconds after the expiry of a link until its session is deleted. */
const KEPT_AFTER_EXPIRY_S = 86_400;

/** An upload by a browser, identified by the last part of its key. */
const pendingUpload = z.object({ slot: z.enum(uploadSlots), name: z.string() });

/** A checked file that is part of the draft. */
const attachedFile = z.object({
  ...pendingUpload.shape,
  /** SHA-256 of the checked content (hex). */
  sha256: z.string(),
  versionId: maybe(z.string()),
});

export type PendingUpload = Readonly<z.infer<typeof pendingUpload>>;
export type AttachedFile = Readonly<z.infer<typeof attachedFile>>;

/** A hand-off to another device, without its code. Times are epoch ms. */
const handoff = z.object({
  id: z.string(),
  /** Step at which the code was created. */
  step: z.string(),
  expiresAtMs: z.number(),
  /** Number of codes that the session had, including the current code. */
  count: z.number(),
  outcome: maybe(z.enum(handoffOutcomes)),
  /** Last step that the second device completed. */
  finished: maybe(z.string()),
});

const sessionItem = z.object({
  id: z.string(),
  userId: z.string(),
  partnerId: z.string(),
  kind: z.enum(['KYC', 'KYB']),
  country: z.string(),
  /** URL that the person returns to. */
  redirectUri: maybe(z.string()),
  expiresAtMs: z.number(),
  /** Step that is shown when a person opens the link. */
  step: z.enum([...verificationSteps.KYC, ...verificationSteps.KYB]),
  /** The rejected verification to submit again, and its reasons. Absent if the page asks for everything. */
  resubmission: maybe(z.object({ verificationId: z.string(), reasons: z.readonly(z.array(z.enum(refusalReasons))) })),
  /** Entered texts by field name. */
  draft: z.readonly(z.record(z.string(), z.string())),
  /** Attached files, one per slot. */
  files: z.readonly(z.array(attachedFile)),
  /** Allowed uploads that are not attached yet. */
  pending: z.readonly(z.array(pendingUpload)),
  /** Latest hand-off code. */
  handoff: maybe(handoff),
  /** Time of the submission, after which the session accepts no input. */
  closedAtMs: maybe(z.number()),
  openedAtMs: z.optional(z.number()),
  /** Time when the link ended without a submission and the partner was notified. */
  endedAtMs: z.optional(z.number()),
  /** Time when the link ends. Absent after the session is closed or ended. */
  stepAt: z.optional(z.number()),
  version: z.number(),
});

/** Times are epoch ms. */
export type VerificationSession = Readonly<Omit<z.infer<typeof sessionItem>, 'handoff'>> & {
  readonly handoff?: Handoff | undefined;
};

/** Parts of a session that the person changes on the page. */
export type SessionContent = Pick<VerificationSession, 'step' | 'draft' | 'files' | 'pending' | 'handoff'>;
type Progress = 'openedAtMs' | 'endedAtMs' | 'closedAtMs';
type NewSession = Omit<VerificationSession, keyof SessionContent | Progress | 'stepAt' | 'version'>;

/** Returns the write of an empty session. The session becomes a due item when its link expires. */
export function newVerificationSession(session: NewSession): PendingWrite {
  return putIfAbsent({
    ...verificationSessionKey(session.userId, session.id),
    entity: 'SESSION',
    ...session,
    step: firstStep(session),
    ...dueAttributes(session.id, { atMs: session.expiresAtMs, announced: false }),
    draft: {},
    files: [],
    pending: [],
    version: 1,
    ttl: Math.ceil(session.expiresAtMs / 1000) + KEPT_AFTER_EXPIRY_S,
  });
}

/** Finds the session of a link; `undefined` after DynamoDB deleted the session, one day after the link's expiry or later. */
export function findVerificationSession(userId: string, linkId: string): Promise<VerificationSession | undefined> {
  return readRecord(verificationSessionKey(userId, linkId), decodeSession);
}

/** Reads the session that a queue message refers to, and the time of its next step; `undefined` if no step remains. */
export function findSessionStep(message: StepReference) {
  return readStep(message, decodeSession);
}

const decodeSession = (raw: unknown): VerificationSession => sessionItem.parse(raw);

/**
 * Stores changes of a session.
 * @returns the changed session; `undefined` if another request changed the session in the meantime, and nothing was written
 */
export async function saveVerificationSession(
  before: VerificationSession,
  changes: Partial<SessionContent>,
): Promise<VerificationSession | undefined> {
  const [key, change] = sessionUpdate(before, changes);
  const command = new UpdateCommand(updateInput(key, change));
  const { held } = await conditionally(retryOnTransactionConflict(() => documentClient().send(command)));
  return held ? { ...before, ...changes, version: before.version + 1 } : undefined;
}

/** Returns the write that stores a hand-off. The write fails if the session changed in the meantime. */
export function changeHandoff(session: VerificationSession, handoff: Handoff): PendingWrite {
  return updateItem(...sessionUpdate(session, { handoff }));
}

/** Returns the write that closes a session and deletes its draft. The write fails if the session changed in the meantime. */
export function closeVerificationSession(session: VerificationSession, atMs: number): PendingWrite {
  const [key, change] = sessionUpdate(session, { draft: {}, files: [], pending: [], closedAtMs: atMs });
  return updateItem(key, { ...change, remove: STEP_ATTRIBUTES });
}

/** Returns the write that stores the first visit. The write fails if the session changed in the meantime. */
export function openingWrite(session: VerificationSession, atMs: number): PendingWrite {
  return updateItem(...sessionUpdate(session, { openedAtMs: atMs }));
}

/**
 * Returns the write that removes the due step of a session. The write fails if the session changed in the meantime.
 * @param endedAtMs absent if the partner gets no notification: the link was replaced, or the user was erased
 */
export function endingWrite(session: VerificationSession, endedAtMs?: number): PendingWrite {
  const [key, change] = sessionUpdate(session, { endedAtMs });
  return updateItem(key, { ...change, remove: STEP_ATTRIBUTES });
}

function sessionUpdate(
  { userId, id, version }: VerificationSession,
  changes: Partial<SessionContent & Pick<VerificationSession, Progress>>,
) {
  const set = { ...changes, version: version + 1 };
  return [verificationSessionKey(userId, id), { set, condition: hasVersion(version) }] as const;
}
