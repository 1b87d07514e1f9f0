/** Entries of a person on the page of a verification link, until they are submitted or the link ends. */

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

/** Time after the end of the link, used or not, after which its entries are deleted. */
const KEPT_AFTER_EXPIRY_S = 86_400;

/** An upload of a browser, by the last part of its key. */
const pendingUpload = z.object({ slot: z.enum(uploadSlots), name: z.string() });

/** A file that was checked and is part of the draft. */
const attachedFile = z.object({
  ...pendingUpload.shape,
  /** SHA-256 of the checked content, in hexadecimal. */
  sha256: z.string(),
  /** The version in a bucket that keeps versions. */
  versionId: maybe(z.string()),
});

export type PendingUpload = Readonly<z.infer<typeof pendingUpload>>;
export type AttachedFile = Readonly<z.infer<typeof attachedFile>>;

/** A hand-off to another device; its code is not in it. Times are epoch ms. */
const handoff = z.object({
  id: z.string(),
  /** The step at which it was made. */
  step: z.string(),
  expiresAtMs: z.number(),
  /** Codes of the session, this one included. */
  count: z.number(),
  outcome: maybe(z.enum(handoffOutcomes)),
  /** The last step that was finished on the other device. */
  finished: maybe(z.string()),
});

const sessionItem = z.object({
  /** Id of the link. */
  id: z.string(),
  userId: z.string(),
  partnerId: z.string(),
  kind: z.enum(['KYC', 'KYB']),
  country: z.string(),
  /** Address to which the person returns afterwards. */
  redirectUri: maybe(z.string()),
  expiresAtMs: z.number(),
  /** The step that a person who opens the link comes to. */
  step: z.enum([...verificationSteps.KYC, ...verificationSteps.KYB]),
  /** The rejected verification that it sends again, and why; absent if everything is requested. */
  resubmission: maybe(z.object({ verificationId: z.string(), reasons: z.readonly(z.array(z.enum(refusalReasons))) })),
  /** Entered texts by field name. */
  draft: z.readonly(z.record(z.string(), z.string())),
  /** The files that are attached, one a slot. */
  files: z.readonly(z.array(attachedFile)),
  /** Uploads that a browser was allowed, and that are not attached yet. */
  pending: z.readonly(z.array(pendingUpload)),
  /** The last code for a hand-off to another device. */
  handoff: maybe(handoff),
  /** Time of its submission, after which nothing is entered any more. */
  closedAtMs: maybe(z.number()),
  /** Time at which a person first opened the page. */
  openedAtMs: z.optional(z.number()),
  /** Time from which it counts as ended without a submission; its partner was notified. */
  endedAtMs: z.optional(z.number()),
  /** Due time of its end; absent once it is closed or ended. */
  stepAt: z.optional(z.number()),
  version: z.number(),
});

/** Times are epoch ms. */
export type VerificationSession = Readonly<Omit<z.infer<typeof sessionItem>, 'handoff'>> & {
  readonly handoff?: Handoff | undefined;
};

/** Changes of a person on the page. */
export type SessionContent = Pick<VerificationSession, 'step' | 'draft' | 'files' | 'pending' | 'handoff'>;
type Progress = 'openedAtMs' | 'endedAtMs' | 'closedAtMs';
type NewSession = Omit<VerificationSession, keyof SessionContent | Progress | 'stepAt' | 'version'>;

/** The action that opens an empty session, which ends by a step when its link does. */
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

/** The session of a link; none when it has ended for more than a day. */
export function findVerificationSession(userId: string, linkId: string): Promise<VerificationSession | undefined> {
  return readRecord(verificationSessionKey(userId, linkId), decodeSession);
}

/** The session that a message names, with the time of its step; `undefined` when no step is left. */
export function findSessionStep(message: StepReference) {
  return readStep(message, decodeSession);
}

const decodeSession = (raw: unknown): VerificationSession => sessionItem.parse(raw);

/**
 * Stores what was entered over what was read.
 * @returns the session after it; `undefined` when it changed in between, and then nothing was written
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

/** The action that stores a hand-off; it fails when the session changed in between. */
export function changeHandoff(session: VerificationSession, handoff: Handoff): PendingWrite {
  return updateItem(...sessionUpdate(session, { handoff }));
}

/** The action that deletes the entered data when it is submitted; it fails when the data changed in between. */
export function closeVerificationSession(session: VerificationSession, atMs: number): PendingWrite {
  const [key, change] = sessionUpdate(session, { draft: {}, files: [], pending: [], closedAtMs: atMs });
  return updateItem(key, { ...change, remove: STEP_ATTRIBUTES });
}

/** The action that notes the first time that a person opens the page; it fails when the session changed in between. */
export function openingWrite(session: VerificationSession, atMs: number): PendingWrite {
  return updateItem(...sessionUpdate(session, { openedAtMs: atMs }));
}

/**
 * The action that ends the step of a session; it fails when the session changed in between.
 * @param endedAtMs time of its end. @default its partner is not notified of one
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
