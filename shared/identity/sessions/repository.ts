/** Entries of a person on the page of a verification link, until they are submitted or the link ends. */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { listOf, maybe } from '#shared/dynamodb/attributes';
import { hasVersion } from '#shared/dynamodb/expressions';
import { verificationSessionKey } from '#shared/dynamodb/keys';
import { documentClient, readRecord } from '#shared/dynamodb/table';
import { conditionally, type PendingWrite, retryOnTransactionConflict } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, updateInput, updateItem } from '#shared/dynamodb/writes';
import { isUploadSlot, uploadSlots } from '#shared/identity/domain/upload-slots';

/** Time after the end of the link, used or not, after which its entries are deleted. */
const KEPT_AFTER_EXPIRY_S = 86_400;

/** The steps of the page, in their order. */
export const verificationSteps = ['data', 'files', 'review'] as const;
export type VerificationStep = (typeof verificationSteps)[number];

/** An upload of a browser, by the last part of its key. */
const pendingUpload = z.object({ slot: z.enum(uploadSlots), name: z.string() });

/** A file that was checked and is part of the draft. */
const attachedFile = z.object({
  ...pendingUpload.shape,
  /** Of the content that was checked, in hexadecimal; absent of files from before they were checked as they arrived. */
  sha256: maybe(z.string()),
  /** The version in a bucket that keeps versions. */
  versionId: maybe(z.string()),
});

export type PendingUpload = Readonly<z.infer<typeof pendingUpload>>;
export type AttachedFile = PendingUpload & Partial<Readonly<z.infer<typeof attachedFile>>>;

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
  step: z.enum(verificationSteps),
  /** Entered texts by field name. */
  draft: z.readonly(z.record(z.string(), z.string())),
  /** Slots that a file is attached to. */
  uploads: z.array(z.string()),
  /** The files of these slots. */
  files: listOf(attachedFile),
  /** Uploads that a browser was allowed, and that are not attached yet. */
  pending: listOf(pendingUpload),
  /** Time of its submission, after which nothing is entered any more. */
  closedAtMs: maybe(z.number()),
  version: z.number(),
});

/** Times are epoch ms. */
export type VerificationSession = Readonly<Omit<z.infer<typeof sessionItem>, 'uploads' | 'files' | 'pending'>> & {
  readonly files: readonly AttachedFile[];
  readonly pending: readonly PendingUpload[];
};

/** Changes of a person on the page. */
export type SessionContent = Pick<VerificationSession, 'step' | 'draft' | 'files' | 'pending'>;
type NewSession = Omit<VerificationSession, keyof SessionContent | 'version' | 'closedAtMs'>;

/** The action that opens an empty session. */
export function newVerificationSession(session: NewSession): PendingWrite {
  return putIfAbsent({
    ...verificationSessionKey(session.userId, session.id),
    entity: 'SESSION',
    ...session,
    step: 'data',
    draft: {},
    uploads: [],
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

/** A slot of an item from before files had names of their own has its file under the slot's own name. */
function decodeSession(raw: unknown): VerificationSession {
  const { uploads, files, ...session } = sessionItem.parse(raw);
  const inSlot = (slot: PendingUpload['slot']) => files.find((file) => file.slot === slot) ?? { slot, name: slot };
  return { ...session, files: uploads.filter(isUploadSlot).map(inSlot) };
}

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

/** The action that deletes the entered data when it is submitted; it fails when the data changed in between. */
export function closeVerificationSession(session: VerificationSession, atMs: number): PendingWrite {
  return updateItem(...sessionUpdate(session, { draft: {}, files: [], pending: [], closedAtMs: atMs }));
}

function sessionUpdate(
  { userId, id, version }: VerificationSession,
  changes: Partial<SessionContent & Pick<VerificationSession, 'closedAtMs'>>,
) {
  const uploads = changes.files && { uploads: changes.files.map(({ slot }) => slot) };
  const set = { ...changes, ...uploads, version: version + 1 };
  return [verificationSessionKey(userId, id), { set, condition: hasVersion(version) }] as const;
}
