/** Files that a browser has put into the bucket for a verification. */
import { createHash } from 'node:crypto';
import { detectFileType, maxFileBytes } from '#shared/identity/domain/file-rules';
import { cleanJpeg } from '#shared/identity/domain/jpeg';
import { acceptedTypes, slotRules, type UploadSlot } from '#shared/identity/domain/upload-slots';
import { slotsOf } from '#shared/identity/domain/verification-steps';
import type { AttachedFile, PendingUpload, VerificationSession } from '#shared/identity/sessions/repository';
import type { CheckedFile } from '#shared/identity/verification-files';
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

/** Result of an upload; one that was reached and refused can still be deleted. */
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

/** The attached files of the slots that the verification has: not the back of what has become a passport. */
export function usedFiles(session: VerificationSession): readonly AttachedFile[] {
  const slots = slotsOf(session, session.draft);
  return session.files.filter(({ slot }) => slots.includes(slot));
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
    usedFiles(session).map(async (file) => ({ file, ...(await readUpload(session, file, signal)) })),
  );
  const violations = new Map<UploadSlot, FileViolation>();
  const accepted: AcceptedUpload[] = [];
  for (const { file, read, violation } of results) {
    if (violation !== undefined) violations.set(file.slot, violation);
    else if (file.sha256 !== read.sha256) violations.set(file.slot, 'lost');
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
  const { use } = slotRules[slot];
  try {
    const { key, versionId, content } = await readFile(uploadKey(session, name), maxFileBytes[use], { signal });
    const checked = checkUpload(slot, content);
    if (typeof checked === 'string') return { read: { key, versionId }, violation: checked };
    const digest = createHash('sha256').update(content).digest('hex');
    return { read: { ...checked, key, versionId, sha256: digest }, violation: undefined };
  } catch (error) {
    if (error instanceof FileNotFound) return { read: undefined, violation: 'lost' };
    if (error instanceof FileTooLarge) return { read: undefined, violation: 'size' };
    throw error;
  }
}

/** Checks what a browser sent, in both stages alike, and takes from a picture what is none. */
function checkUpload(slot: UploadSlot, content: Uint8Array): CheckedFile | FileViolation {
  const contentType = detectFileType(content);
  if (contentType === undefined || !acceptedTypes(slot).includes(contentType)) return 'type';
  const { field } = slotRules[slot];
  if (contentType === 'application/pdf') return isWholePdf(content) ? { field, content, contentType } : 'damaged';
  const picture = cleanJpeg(content);
  return typeof picture === 'string' ? picture : { field, content: picture, contentType };
}

/** Tells whether a PDF has its end, which readers look for in the last 1,024 bytes (ISO 32000-1, annex H). */
function isWholePdf(content: Uint8Array): boolean {
  return Buffer.from(content.subarray(-1024)).includes('%%EOF');
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
