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

/** Time limit for reading an uploaded file, ms. */
const READ_MS = 5000;

/**
 * Adds an uploaded file to the draft after reading and checking it, and deletes a refused file. A repeated request has no further
 * effect: for example, after a lost response, or when the page loads again after a crash.
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
    // An equal request has added the file, or a later upload has replaced it: nothing remains to do.
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

/** Returns an error code that the page's script shows as text. */
function refusal(violation: FileViolation): HostedPageReply {
  return { status: 422, json: { violation } };
}

/** Returns the stored files of an upload slot, which the new file replaces. */
function replacedBy(session: VerificationSession, slot: string): Upload[] {
  return session.files
    .filter((file) => file.slot === slot && file.versionId !== undefined)
    .map(({ name, versionId }) => ({ key: uploadKey(session, name), versionId }));
}
