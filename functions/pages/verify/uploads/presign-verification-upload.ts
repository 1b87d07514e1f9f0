import { uploadKey } from '#shared/hosted-pages/verification/uploads';
import type { HostedPageOperation, HostedPageReply } from '#shared/http/link-endpoint';
import { maxFileBytes } from '#shared/identity/domain/file-rules';
import {
  acceptedTypes,
  isUploadSlot,
  slotRules,
  slotsFor,
  type UploadSlot,
} from '#shared/identity/domain/upload-slots';
import { openVerificationSession } from '#shared/identity/sessions/open-verification-session';
import { stage } from '#shared/platform/config/environment';
import { presignUpload } from '#shared/platform/files/files';

/** Long enough for 10 MB over a slow line. */
const OPEN_S = 600;

/** Lets the page's script put one file of a size and kind into the bucket. */
export const presignVerificationUpload: HostedPageOperation = async ({ token, form, nowMs }) => {
  const found = await openVerificationSession(token, nowMs);
  if (found.state !== 'open') return refusal(410, 'closed');
  const slot = form.get('slot') ?? '';
  if (!isUploadSlot(slot) || !slotsFor(found.session.kind).includes(slot)) return refusal(422, 'slot');
  const contentType = resolveContentType(slot, form.get('type') ?? '');
  if (contentType === undefined) return refusal(422, 'type');
  const size = parseSize(form.get('size') ?? '');
  if (size === undefined || size > maxFileBytes[slotRules[slot].use]) return refusal(422, 'size');
  const key = uploadKey(found.session, slot);
  return { status: 200, json: await presignUpload({ key, contentType, size, expiresS: OPEN_S }) };
};

/** An error that the script has a text for. */
function refusal(status: number, violation: string): HostedPageReply {
  return { status, json: { violation } };
}

/** The content type under which the file may be stored; the sandbox takes any content, unknown types without a name. */
function resolveContentType(slot: UploadSlot, named: string): string | undefined {
  const type = acceptedTypes(slot).find((accepted) => accepted === named);
  return type ?? (stage() === 'sandbox' ? 'application/octet-stream' : undefined);
}

function parseSize(digits: string): number | undefined {
  const size = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  return size > 0 ? size : undefined;
}
