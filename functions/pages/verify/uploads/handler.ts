import { type HostedPageOperation, type HostedPageReply, linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { uploadKey } from '#shared/hosted-pages/verification/files-step';
import { maxFileBytes } from '#shared/identity/domain/file-rules';
import { acceptedTypes, isUploadSlot, slotRules } from '#shared/identity/domain/upload-slots';
import { slotsOf } from '#shared/identity/domain/verification-steps';
import { changeSession, openVerificationSession } from '#shared/identity/sessions/open-verification-session';
import { presignUpload } from '#shared/platform/files/files';
import { newId } from '#shared/values/ids';

/** Seconds for which the upload URL is valid: enough for 10 MB over a slow connection. */
const OPEN_S = 600;

/** Maximum number of pending uploads; a further upload replaces the oldest. */
const MAX_PENDING = 8;

/** Returns a signed URL for the upload of one file with a given size and type to the bucket. */
const presignVerificationUpload: HostedPageOperation = async ({ token, form, nowMs }) => {
  const found = await openVerificationSession(token, nowMs);
  if (found.state !== 'open') return refusal(410, 'closed');
  const slot = form.get('slot') ?? '';
  if (!isUploadSlot(slot) || !slotsOf(found.session, found.session.draft).includes(slot)) return refusal(422, 'slot');
  const contentType = acceptedTypes(slot).find((accepted) => accepted === form.get('type'));
  if (contentType === undefined) return refusal(422, 'type');
  const size = Number(/^\d{1,9}$/.exec(form.get('size') ?? '')?.[0] ?? 0);
  if (size === 0 || size > maxFileBytes[slotRules[slot].use]) return refusal(422, 'size');
  // Store `pending` before the browser receives the URL. If the page closes early, its script adds the file at the next visit.
  const name = `${slot}-${newId(nowMs)}`;
  const after = await changeSession(found, { token, nowMs }, ({ pending }) => ({
    pending: [...pending, { slot, name }].slice(-MAX_PENDING),
  }));
  if (after.state !== 'open') return refusal(410, 'closed');
  const address = await presignUpload({ key: uploadKey(after.session, name), contentType, size, expiresS: OPEN_S });
  return { status: 200, json: { ...address, name } };
};

/** Returns an error code that the page's script shows as text. */
function refusal(status: number, violation: string): HostedPageReply {
  return { status, json: { violation } };
}

export const handler = linkEndpoint('presignVerificationUpload', presignVerificationUpload);
