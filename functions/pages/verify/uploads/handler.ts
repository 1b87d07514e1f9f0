import { type HostedPageOperation, type HostedPageReply, linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { uploadKey } from '#shared/hosted-pages/verification/files-step';
import { maxFileBytes } from '#shared/identity/domain/file-rules';
import { acceptedTypes, isUploadSlot, slotRules } from '#shared/identity/domain/upload-slots';
import { slotsOf } from '#shared/identity/domain/verification-steps';
import { changeSession, openVerificationSession } from '#shared/identity/sessions/open-verification-session';
import { presignUpload } from '#shared/platform/files/files';
import { newId } from '#shared/values/ids';

/** Long enough for 10 MB over a slow line. */
const OPEN_S = 600;

/** Maximum number of simultaneous uploads; a later one replaces the oldest. */
const MAX_PENDING = 8;

/** Lets the page's script put one file of a size and kind into the bucket. */
const presignVerificationUpload: HostedPageOperation = async ({ token, form, nowMs }) => {
  const found = await openVerificationSession(token, nowMs);
  if (found.state !== 'open') return refusal(410, 'closed');
  const slot = form.get('slot') ?? '';
  if (!isUploadSlot(slot) || !slotsOf(found.session, found.session.draft).includes(slot)) return refusal(422, 'slot');
  const contentType = acceptedTypes(slot).find((accepted) => accepted === form.get('type'));
  if (contentType === undefined) return refusal(422, 'type');
  const size = Number(/^\d{1,9}$/.exec(form.get('size') ?? '')?.[0] ?? 0);
  if (size === 0 || size > maxFileBytes[slotRules[slot].use]) return refusal(422, 'size');
  // Stored before the browser gets the address: if the page is lost, the next one attaches the file.
  const name = `${slot}-${newId(nowMs)}`;
  const after = await changeSession(found, { token, nowMs }, ({ pending }) => ({
    pending: [...pending, { slot, name }].slice(-MAX_PENDING),
  }));
  if (after.state !== 'open') return refusal(410, 'closed');
  const address = await presignUpload({ key: uploadKey(after.session, name), contentType, size, expiresS: OPEN_S });
  return { status: 200, json: { ...address, name } };
};

/** An error that the script has a text for. */
function refusal(status: number, violation: string): HostedPageReply {
  return { status, json: { violation } };
}

export const handler = linkEndpoint('presignVerificationUpload', presignVerificationUpload);
