import type { HostedPageReply, HostedPageRequest } from '#shared/hosted-pages/link-endpoint';
import {
  deleteUploads,
  type FileViolation,
  readUpload,
  type Upload,
  uploadKey,
} from '#shared/hosted-pages/verification/files-step';
import { uploadSlots } from '#shared/identity/domain/upload-slots';
import { changeSession, type OpenVerificationSession } from '#shared/identity/sessions/open-verification-session';
import type { VerificationSession } from '#shared/identity/sessions/repository';

/** Time limit for reading one file back, ms. */
const READ_MS = 5000;

/**
 * Makes a file that a browser has put into the bucket part of the draft, once it was read back and checked; one that is
 * refused is deleted. Sent again after a lost response, or by the page that was loaded after a crash in between, it does
 * the same once.
 */
export async function attachUpload(
  found: OpenVerificationSession,
  request: HostedPageRequest,
): Promise<HostedPageReply> {
  const name = request.form.get('name');
  if (found.session.files.some((file) => file.name === name)) return ATTACHED;
  const pending = found.session.pending.find((upload) => upload.name === name);
  if (pending === undefined) return refusal('lost');
  const { read, violation } = await readUpload(found.session, pending, AbortSignal.timeout(READ_MS));
  if (violation !== undefined && read !== undefined) await deleteUploads([read]);
  const replaced: Upload[] = [];
  const after = await changeSession(found, request, (session) => {
    const rest = session.pending.filter((upload) => upload.name !== name);
    if (violation !== undefined) return { pending: rest };
    // It was attached by an equal request, or replaced by a later one: there is nothing to do.
    if (rest.length === session.pending.length) return undefined;
    replaced.splice(0, replaced.length, ...replacedBy(session, pending.slot));
    const attached = { ...pending, sha256: read.sha256, versionId: read.versionId };
    const files = [...session.files.filter(({ slot }) => slot !== pending.slot), attached];
    return { pending: rest, files: uploadSlots.flatMap((slot) => files.filter((file) => file.slot === slot)) };
  });
  if (after.state !== 'open') return { status: 410, json: { violation: 'closed' } };
  await deleteUploads(replaced);
  return violation === undefined ? ATTACHED : refusal(violation);
}

const ATTACHED = { status: 200, json: { attached: true } };

/** An error that the script has a text for. */
function refusal(violation: FileViolation): HostedPageReply {
  return { status: 422, json: { violation } };
}

/** The file that a slot had, in the bucket. */
function replacedBy(session: VerificationSession, slot: string): Upload[] {
  return session.files
    .filter((file) => file.slot === slot && file.versionId !== undefined)
    .map(({ name, versionId }) => ({ key: uploadKey(session, name), versionId }));
}
