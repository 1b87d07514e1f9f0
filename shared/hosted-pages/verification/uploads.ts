/** Files that a browser has put into the bucket for a verification. */
import { maxFileBytes } from '#shared/identity/domain/file-rules';
import { isUploadSlot, slotRules, slotsFor, type UploadSlot } from '#shared/identity/domain/upload-slots';
import type { VerificationSession } from '#shared/identity/sessions/repository';
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
type AcceptedUpload = CheckedFile & Upload;

/**
 * Builds the object key under which a browser puts the file of a slot; one that is not submitted expires after two
 * days.
 */
export function uploadKey({ userId, id }: Pick<VerificationSession, 'userId' | 'id'>, slot: UploadSlot): string {
  return `uploads/${userId}/${id}/${slot}`;
}

/** The slots of a list of names, each once, that the session's kind has. */
export function selectSlots({ kind }: Pick<VerificationSession, 'kind'>, names: readonly string[]): UploadSlot[] {
  return slotsFor(kind).filter((slot) => names.includes(slot));
}

/**
 * Reads every uploaded file back, side by side, and checks its size and content.
 * @throws FileNotRead when the bucket does not answer
 */
export async function readUploads(
  session: VerificationSession,
): Promise<
  { readonly accepted: readonly AcceptedUpload[] } | { readonly violations: ReadonlyMap<UploadSlot, FileViolation> }
> {
  const signal = AbortSignal.timeout(READ_MS);
  const slots = session.uploads.filter(isUploadSlot);
  const results = await Promise.all(
    slots.map(async (slot) => ({ slot, read: await readUpload(session, slot, signal) })),
  );
  const violations = new Map<UploadSlot, FileViolation>();
  const accepted: AcceptedUpload[] = [];
  for (const { slot, read } of results) {
    if (typeof read === 'string') violations.set(slot, read);
    else accepted.push(read);
  }
  return violations.size > 0 ? { violations } : { accepted };
}

async function readUpload(
  session: VerificationSession,
  slot: UploadSlot,
  signal: AbortSignal,
): Promise<AcceptedUpload | FileViolation> {
  const { use, field } = slotRules[slot];
  try {
    const { key, versionId, content } = await readFile(uploadKey(session, slot), maxFileBytes[use], { signal });
    return { ...checkFile(field, use, content), key, versionId };
  } catch (error) {
    if (error instanceof FileNotFound) return 'lost';
    if (error instanceof FileTooLarge) return 'size';
    if (error instanceof FileRejected) return 'type';
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
