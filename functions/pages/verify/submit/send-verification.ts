import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import type { HostedPageReply, HostedPageRequest } from '#shared/hosted-pages/link-endpoint';
import { deleteUploads, readUploads } from '#shared/hosted-pages/verification/files-step';
import { closedLinkReply, reachableStep, stepReply } from '#shared/hosted-pages/verification/replies';
import { enteredOwners, inputsOfOwner, MAX_ENTERED_OWNERS } from '#shared/identity/domain/entered-owners';
import {
  type IdentityVerification,
  newVerification,
  type VerificationFile,
} from '#shared/identity/domain/identity-verification';
import { keptItems } from '#shared/identity/domain/resubmission';
import { identityTypeOf, toSubmission } from '#shared/identity/domain/verification-draft';
import { fieldsOf, laterStep, stepBeside, stepContents, stepsOf } from '#shared/identity/domain/verification-steps';
import { findVerification, saveVerificationStart } from '#shared/identity/repository';
import {
  changeSession,
  type OpenVerificationSession,
  openVerificationSession,
} from '#shared/identity/sessions/open-verification-session';
import { closeVerificationSession, type VerificationSession } from '#shared/identity/sessions/repository';
import { ownerViolations, toNewOwners } from '#shared/identity/sessions/validate-owners';
import { storeFiles } from '#shared/identity/verification-files';
import { spendLink } from '#shared/links/repository';
import { stage, wholeNumber } from '#shared/platform/config/environment';
import { listPersons, readBusinessWithPersons, withNewPersons } from '#shared/signatures/associated-persons/repository';
import { changedFields, truncateForRedisplay, withChanges } from './entered-fields';
import { finishedThere } from './hand-off';

/** Saves the input of the beneficial owners' step, then continues, removes an owner, or shows an empty form for another owner. */
export async function takeOwners(found: OpenVerificationSession, request: HostedPageRequest): Promise<HostedPageReply> {
  const { form, language, nowMs } = request;
  const button = form.get('owner');
  const removed = removedInputs(button);
  const changed = { ...changedFields(found.session.kind, form), ...removed };
  const recorded = await listPersons(found.user.id);
  const next = stepBeside(found.session, 'owners', 1);
  const after = await changeSession(found, request, (session) => {
    const isDone = button === null && ownerViolations({ ...session.draft, ...changed }, recorded).size === 0;
    return {
      draft: withChanges(session, changed),
      ...(isDone ? { step: laterStep(session, session.step, next), ...finishedThere(found, session, 'owners') } : {}),
    };
  });
  if (after.state !== 'open') return closedLinkReply(after, language);
  if (removed !== undefined) return { again: true, step: 'owners' };
  const entered = truncateForRedisplay({ ...after.session.draft, ...changed });
  const violations = ownerViolations(entered, recorded);
  if (violations.size > 0)
    return stepReply('owners', after, { language, nowMs, refused: { owners: { entered, violations } } });
  if (button === 'add') return stepReply('owners', after, { language, nowMs, withAnother: true });
  return { again: true, step: next };
}

/** Returns empty inputs for the owner that a "remove" button specifies; `undefined` for other buttons. */
function removedInputs(button: string | null): Readonly<Record<string, string>> | undefined {
  const position = Number(/^remove\.([0-9])$/.exec(button ?? '')?.[1] ?? MAX_ENTERED_OWNERS);
  if (position >= MAX_ENTERED_OWNERS) return undefined;
  return Object.fromEntries(inputsOfOwner(position).map((input) => [input, '']));
}

/** Time limit for copying all files, ms. */
const KEEP_MS = 6000;

/**
 * Starts the verification. The same DynamoDB transaction uses up the link, closes the page's session and stores the webhook. A
 * repeated or concurrent request starts nothing twice and returns the same page.
 */
export async function sendVerification(
  found: OpenVerificationSession,
  request: HostedPageRequest,
): Promise<HostedPageReply> {
  const { language, token, nowMs } = request;
  const { session } = found;
  const step = reachableStep(found, 'review', nowMs);
  if (step !== 'review') return { again: true, step };
  const read = await readUploads(session);
  if ('violations' in read) {
    // If another window has just sent the verification, it has also deleted the uploads. A missing upload is then not an error.
    if ((await openVerificationSession(token, nowMs)).state !== 'open') return { again: true };
    const rest = {
      ...found,
      session: { ...session, files: session.files.filter(({ slot }) => !read.violations.has(slot)) },
    };
    const [first = 'sides'] = stepsOf(session).filter((one) =>
      stepContents[one].slots.some((slot) => read.violations.has(slot)),
    );
    return stepReply(first, rest, { language, nowMs, refused: { files: read.violations } });
  }
  const files = await storeFiles({ userId: session.userId, verificationId: session.id }, read.accepted, KEEP_MS);
  const verification = await toIdentityVerification(session, files, nowMs);
  const stepAtMs = stage() === 'sandbox' ? nowMs + wholeNumber('SANDBOX_STEP_MS') : undefined;
  const sent = await retryOnConflict(async () => {
    const current = await openVerificationSession(token, nowMs);
    // Another window has sent or changed the verification: show the current state.
    if (current.state !== 'open' || current.session.version !== session.version) return 'otherwise';
    const owners = await ownerWrites(current, nowMs);
    if (owners === undefined) return 'refused';
    const additionalWrites = [spendLink(token, nowMs), closeVerificationSession(session, nowMs), ...owners.writes];
    const saved = await saveVerificationStart(owners.user, verification, { stepAtMs, additionalWrites });
    return saved ? 'now' : undefined;
  });
  // The partner has added other owners: show the errors of all owners together.
  if (sent === 'refused') return takeOwners(found, request);
  if (sent === 'now') await deleteUploads(read.accepted);
  return { again: true };
}

/**
 * Returns the writes that store the entered owners, and the business after these writes; `undefined` if entered and stored owners
 * conflict. The caller must write the business only if its version has not changed.
 */
async function ownerWrites({ user, session: { draft } }: OpenVerificationSession, atMs: number) {
  if (enteredOwners(draft).length === 0) return { user, writes: [] };
  const business = await readBusinessWithPersons(user);
  if (ownerViolations(draft, business.persons).size > 0) return undefined;
  return withNewPersons(business, toNewOwners(user, draft, atMs));
}

/** Builds the verification. The verification id equals the session id, so a second submission uses the same file keys. */
async function toIdentityVerification(
  session: VerificationSession,
  files: readonly VerificationFile[],
  atMs: number,
): Promise<IdentityVerification> {
  const { id, userId, partnerId, country, kind, draft } = session;
  const has = (prefix: string) => files.some(({ field }) => field.startsWith(prefix));
  const type = identityTypeOf(draft);
  const kept = await readKeptItems(session);
  const submission = {
    ...kept.submission,
    ...toSubmission(kind, draft, fieldsOf(session)),
    ...(has('identity.') && type !== undefined ? { identity: { type } } : {}),
    ...(has('documents.') ? { documents: [{ type: 'ADDRESS_PROOF' }] } : {}),
  };
  return newVerification({ id, userId, partnerId, country, submission, files: [...kept.files, ...files] }, atMs);
}

/** Reads the parts of the rejected verification that the partner did not request again. */
async function readKeptItems({ userId, kind, resubmission }: VerificationSession) {
  if (resubmission === undefined) return { submission: {}, files: [] };
  const rejected = await findVerification(userId, resubmission.verificationId);
  if (rejected === undefined) throw new Error('The verification that is sent again does not exist');
  return keptItems(rejected, { kind, resubmission });
}
