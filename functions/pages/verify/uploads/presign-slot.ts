import { stage } from '#shared/config/environment';
import { maxFileBytes } from '#shared/domain/kyc/file-rules';
import {
  acceptedTypes,
  isUploadSlot,
  slotRules,
  slotsOf,
  type UploadSlot,
} from '#shared/domain/kyc/upload-slots';
import type { PageOperation, PageReply } from '#shared/http/page';
import { openVerification } from '#shared/operations/verification-page';
import { uploadKey } from '#shared/operations/verification-uploads';
import { presignUpload } from '#shared/storage/files';

/** Long enough for 10 MB over a slow line. */
const OPEN_S = 600;

/** Lets the page's script put one file of a size and kind into the bucket. */
export const presignSlot: PageOperation = async ({ token, form, nowMs }) => {
  const found = await openVerification(token, nowMs);
  if (found.state !== 'open') return refusal(410, 'closed');
  const slot = form.get('slot') ?? '';
  if (!isUploadSlot(slot) || !slotsOf(found.session.kind).includes(slot)) return refusal(422, 'slot');
  const contentType = typeOf(slot, form.get('type') ?? '');
  if (contentType === undefined) return refusal(422, 'type');
  const size = sizeOf(form.get('size') ?? '');
  if (size === undefined || size > maxFileBytes[slotRules[slot].use]) return refusal(422, 'size');
  const key = uploadKey(found.session, slot);
  return { status: 200, json: await presignUpload({ key, contentType, size, expiresS: OPEN_S }) };
};

/** A fault that the script has a text for. */
function refusal(status: number, fault: string): PageReply {
  return { status, json: { fault } };
}

/** What the file may be stored as; the sandbox takes any content, and calls what it does not know by no name. */
function typeOf(slot: UploadSlot, named: string): string | undefined {
  const type = acceptedTypes(slot).find((accepted) => accepted === named);
  return type ?? (stage() === 'sandbox' ? 'application/octet-stream' : undefined);
}

function sizeOf(digits: string): number | undefined {
  const size = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  return size > 0 ? size : undefined;
}
