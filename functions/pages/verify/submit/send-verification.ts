import { stage, wholeNumber } from '#shared/config/environment';
import { spendLink } from '#shared/data/links';
import { closeVerificationSession, type VerificationSession } from '#shared/data/verification-sessions';
import { saveVerificationStart } from '#shared/data/verifications';
import { IDENTITY_TYPE, submissionOf } from '#shared/domain/kyc/draft';
import type { Verification, VerificationFile } from '#shared/domain/users/verification';
import type { PageReply, PageRequest } from '#shared/http/page';
import { keepFiles } from '#shared/operations/kyc-files';
import { inRounds } from '#shared/operations/rounds';
import { type OpenVerification, openVerification } from '#shared/operations/verification-page';
import { reachableStep, stepReply } from '#shared/operations/verification-replies';
import { deleteUploads, readUploads } from '#shared/operations/verification-uploads';

/** How long putting all files in their place may take, ms. */
const KEEP_MS = 6000;

/**
 * Begins the verification: the link is spent, what was entered leaves the page's session, and the partner is
 * told, all in one write. Sent twice or at once, it begins once, and both see that it did. The uploads are deleted
 * afterwards: the verification has its own copies.
 */
export async function sendVerification(found: OpenVerification, request: PageRequest): Promise<PageReply> {
  const { language, token, nowMs } = request;
  const { session } = found;
  const step = reachableStep(found, 'review', nowMs);
  if (step !== 'review') return { again: true, step };
  const read = await readUploads(session);
  if ('faults' in read) {
    // What another window has just sent is no longer among the uploads.
    if ((await openVerification(token, nowMs)).state !== 'open') return { again: true };
    const uploads = session.uploads.filter((name) => ![...read.faults.keys()].some((slot) => slot === name));
    const rest = { session: { ...session, uploads } };
    return stepReply('files', rest, { language, refused: { files: read.faults } });
  }
  const files = await keepFiles({ userId: session.userId, verificationId: session.id }, read.files, KEEP_MS);
  const verification = verificationOf(session, files, nowMs);
  const stepAtMs = stage() === 'sandbox' ? nowMs + wholeNumber('SANDBOX_STEP_MS') : undefined;
  const sent = await inRounds(async () => {
    const current = await openVerification(token, nowMs);
    // Sent already, or changed in another window: the page shows how it is.
    if (current.state !== 'open' || current.session.version !== session.version) return 'otherwise';
    const alongside = [spendLink(token, nowMs), closeVerificationSession(session)];
    const saved = await saveVerificationStart(current.user, verification, { stepAtMs, alongside });
    return saved ? 'now' : undefined;
  });
  if (sent === 'now') await deleteUploads(read.uploads);
  return { again: true };
}

/** The verification has the id of its session, so that what is sent twice has one place for its files. */
function verificationOf(
  session: VerificationSession,
  files: readonly VerificationFile[],
  atMs: number,
): Verification {
  const has = (prefix: string) => files.some(({ field }) => field.startsWith(prefix));
  const type = session.draft[IDENTITY_TYPE];
  return {
    id: session.id,
    userId: session.userId,
    partnerId: session.partnerId,
    status: 'IN_PROGRESS',
    country: session.country,
    submission: {
      ...submissionOf(session.kind, session.draft),
      ...(has('identity.') && type !== undefined ? { identity: { type } } : {}),
      ...(has('documents.') ? { documents: [{ type: 'ADDRESS_PROOF' }] } : {}),
    },
    files,
    version: 1,
    submittedAtMs: atMs,
    decidedAtMs: undefined,
    rejectionReasons: [],
  };
}
