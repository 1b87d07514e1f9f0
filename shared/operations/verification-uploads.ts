/** Files that a browser has put into the bucket for a verification. */
import type { VerificationSession } from '#shared/data/verification-sessions';
import { maxFileBytes } from '#shared/domain/kyc/file-rules';
import { isUploadSlot, slotRules, slotsOf, type UploadSlot } from '#shared/domain/kyc/upload-slots';
import { logError } from '#shared/observability/log';
import { type CheckedFile, checkedFile, FileNotTaken } from '#shared/operations/kyc-files';
import type { FileFault } from '#shared/pages/verification/texts';
import { deleteFile, FileNotFound, FileTooLarge, type ReadFile, readFile } from '#shared/storage/files';

/** How long reading all files back may take, ms. */
const READ_MS = 5000;

/** How long deleting them may take, ms: the answer waits for it. */
const DELETE_MS = 1500;

/** Where an upload lies in the bucket. */
export type Upload = Pick<ReadFile, 'key' | 'versionId'>;

/** An upload that was read back, as the file that the verification keeps. */
interface TakenUpload {
  readonly file: CheckedFile;
  readonly upload: Upload;
}

/** Where a browser puts the file of a slot; one that is not submitted goes after two days. */
export function uploadKey(
  { userId, id }: Pick<VerificationSession, 'userId' | 'id'>,
  slot: UploadSlot,
): string {
  return `uploads/${userId}/${id}/${slot}`;
}

/** The slots of a list of names, each once, that the session's kind has. */
export function slotsAmong(
  { kind }: Pick<VerificationSession, 'kind'>,
  names: readonly string[],
): UploadSlot[] {
  return slotsOf(kind).filter((slot) => names.includes(slot));
}

/**
 * Reads every uploaded file back, side by side, and checks its size and content.
 * @throws FileNotRead when the bucket does not answer
 */
export async function readUploads(
  session: VerificationSession,
): Promise<
  | { readonly files: readonly CheckedFile[]; readonly uploads: readonly Upload[] }
  | { readonly faults: ReadonlyMap<UploadSlot, FileFault> }
> {
  const slots = session.uploads.filter(isUploadSlot);
  const signal = AbortSignal.timeout(READ_MS);
  const results = await Promise.all(slots.map((slot) => readUpload(session, slot, signal)));
  const taken = results.filter((result) => typeof result !== 'string');
  if (taken.length === results.length) {
    return { files: taken.map(({ file }) => file), uploads: taken.map(({ upload }) => upload) };
  }
  const faults = results.flatMap((result, position): [UploadSlot, FileFault][] => {
    const slot = slots[position];
    return typeof result === 'string' && slot !== undefined ? [[slot, result]] : [];
  });
  return { faults: new Map(faults) };
}

async function readUpload(
  session: VerificationSession,
  slot: UploadSlot,
  signal: AbortSignal,
): Promise<TakenUpload | FileFault> {
  const { use, field } = slotRules[slot];
  try {
    const { key, versionId, content } = await readFile(uploadKey(session, slot), maxFileBytes[use], {
      signal,
    });
    return { file: checkedFile(field, use, content), upload: { key, versionId } };
  } catch (error) {
    if (error instanceof FileNotFound) return 'lost';
    if (error instanceof FileTooLarge) return 'size';
    if (error instanceof FileNotTaken) return 'type';
    throw error;
  }
}

/**
 * Deletes uploads whose content the verification has in its own place. What cannot be deleted now goes with those
 * that nobody submitted, after two days.
 */
export async function deleteUploads(uploads: readonly Upload[]): Promise<void> {
  const signal = AbortSignal.timeout(DELETE_MS);
  const ends = await Promise.allSettled(uploads.map((upload) => deleteFile(upload, { signal })));
  const failed = ends.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') logError('an upload could not be deleted', failed.reason);
}
