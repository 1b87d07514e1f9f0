/** Files that a browser has put into the bucket for a verification. */
import { createHash } from 'node:crypto';
import { maxFileBytes } from '#shared/identity/domain/file-rules';
import { slotRules, type UploadSlot } from '#shared/identity/domain/upload-slots';
import type { PendingUpload, VerificationSession } from '#shared/identity/sessions/repository';
import { type CheckedFile, checkFile, FileRejected } from '#shared/identity/verification-files';
import { deleteFile, FileNotFound, FileTooLarge, type ReadFile, readFile } from '#shared/platform/files/files';
import { logError } from '#shared/platform/observability/log';
import type texts from './texts.json';

/** Time limit for reading all files back, ms. */
const READ_MS = 5000;

/** Time limit for deleting them, ms: the answer waits for it. */
const DELETE_MS = 1500;

/** Reasons to refuse a file. */
export type FileViolation = keyof (typeof texts)['en']['fileMessages'];

/** Location of an upload in the bucket. */
export type Upload = Pick<ReadFile, 'key' | 'versionId'>;

/** An upload that was read back, as the file that the verification keeps. */
type AcceptedUpload = CheckedFile & Upload & { readonly sha256: string };

/** What became of an upload; one that was reached and refused can still be deleted. */
type UploadResult =
  | { readonly read: AcceptedUpload; readonly violation: undefined }
  | { readonly read: Upload | undefined; readonly violation: FileViolation };

/**
 * Builds the object key of an upload: each has a name of its own, so that none is written over. One that is not
 * submitted expires after two days.
 */
export function uploadKey({ userId, id }: Pick<VerificationSession, 'userId' | 'id'>, name: string): string {
  return `uploads/${userId}/${id}/${name}`;
}

/**
 * Reads every attached file back, side by side, and checks it once more: each has to be what was attached.
 * @throws FileNotRead when the bucket does not answer
 */
export async function readUploads(
  session: VerificationSession,
): Promise<
  { readonly accepted: readonly AcceptedUpload[] } | { readonly violations: ReadonlyMap<UploadSlot, FileViolation> }
> {
  const signal = AbortSignal.timeout(READ_MS);
  const results = await Promise.all(
    session.files.map(async (file) => ({ file, ...(await readUpload(session, file, signal)) })),
  );
  const violations = new Map<UploadSlot, FileViolation>();
  const accepted: AcceptedUpload[] = [];
  for (const { file, read, violation } of results) {
    if (violation !== undefined) violations.set(file.slot, violation);
    else if (file.sha256 !== undefined && file.sha256 !== read.sha256) violations.set(file.slot, 'lost');
    else accepted.push(read);
  }
  return violations.size > 0 ? { violations } : { accepted };
}

/** Reads an upload back and checks it. @throws FileNotRead when the bucket does not answer */
export async function readUpload(
  session: VerificationSession,
  { slot, name }: PendingUpload,
  signal: AbortSignal,
): Promise<UploadResult> {
  const { use, field } = slotRules[slot];
  let read: ReadFile | undefined;
  try {
    read = await readFile(uploadKey(session, name), maxFileBytes[use], { signal });
    const { key, versionId, content } = read;
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { read: { ...checkFile(field, use, content), key, versionId, sha256 }, violation: undefined };
  } catch (error) {
    if (error instanceof FileNotFound) return { read, violation: 'lost' };
    if (error instanceof FileTooLarge) return { read, violation: 'size' };
    if (error instanceof FileRejected) return { read, violation: 'type' };
    throw error;
  }
}

/**
 * Deletes uploads that the verification has copied. What cannot be deleted now expires after two days, like uploads
 * that are never submitted.
 */
export async function deleteUploads(uploads: readonly Upload[]): Promise<void> {
  const signal = AbortSignal.timeout(DELETE_MS);
  const ends = await Promise.allSettled(uploads.map((upload) => deleteFile(upload, { signal })));
  const failed = ends.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') logError('an upload could not be deleted', failed.reason);
}
