/** Files that a browser has put into the bucket for a verification. */
import type { VerificationSession } from '#shared/data/verification-sessions';
import { maxFileBytes } from '#shared/domain/kyc/file-rules';
import { isUploadSlot, slotRules, slotsOf, type UploadSlot } from '#shared/domain/kyc/upload-slots';
import { type CheckedFile, checkedFile, FileNotTaken } from '#shared/operations/kyc-files';
import type { FileFault } from '#shared/pages/verification/texts';
import { FileNotFound, FileTooLarge, readFile } from '#shared/storage/files';

/** How long reading all files back may take, ms. */
const READ_MS = 5000;

/** Where a browser puts the file of a slot; the bucket forgets it after two days. */
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
  { readonly files: readonly CheckedFile[] } | { readonly faults: ReadonlyMap<UploadSlot, FileFault> }
> {
  const slots = session.uploads.filter(isUploadSlot);
  const signal = AbortSignal.timeout(READ_MS);
  const results = await Promise.all(slots.map((slot) => readUpload(session, slot, signal)));
  const files = results.filter((result) => typeof result !== 'string');
  if (files.length === results.length) return { files };
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
): Promise<CheckedFile | FileFault> {
  const { use, field } = slotRules[slot];
  try {
    const { content } = await readFile(uploadKey(session, slot), maxFileBytes[use], { signal });
    return checkedFile(field, use, content);
  } catch (error) {
    if (error instanceof FileNotFound) return 'lost';
    if (error instanceof FileTooLarge) return 'size';
    if (error instanceof FileNotTaken) return 'type';
    throw error;
  }
}
