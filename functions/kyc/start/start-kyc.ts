import { badRequest, invalidInput, Problem } from '#shared/api/problems';
import { nowMs as clockMs } from '#shared/config/clock';
import { localNetworkAllowed, stage, wholeNumber } from '#shared/config/environment';
import { AnswerExists, type WriteAction, WriteContention } from '#shared/data/table';
import { saveVerificationStart } from '#shared/data/verifications';
import { newId } from '#shared/domain/ids';
import { submissionFaults } from '#shared/domain/kyc/template';
import type { Caller } from '#shared/domain/partners/partner';
import type { User } from '#shared/domain/users/user';
import type { Verification } from '#shared/domain/users/verification';
import type { Request } from '#shared/http/edge';
import { isUnavailable } from '#shared/http/unexpected';
import { isWebUrl } from '#shared/network/address-policy';
import { logError } from '#shared/observability/log';
import { answerOnce } from '#shared/operations/answer-once';
import { type CheckedFile, keepFiles } from '#shared/operations/kyc-files';
import { readOwnUserForKyc } from '#shared/operations/ownership';
import { inRounds } from '#shared/operations/rounds';
import { checkMayBegin, templateFor } from '#shared/operations/verification-rules';
import { FileNotStored } from '#shared/storage/files';
import { contract } from './contract';
import { type FileSource, fileSources, withoutUrls } from './file-sources';

type Submission = Request<typeof contract>['body'];

/**
 * From the start of the operation until its files are stored. Downloads end after 10 s, and the gateway gives
 * up after 14.5 s, of which a cold start takes up to one second and the write at the end the rest.
 */
const STORED_WITHIN_MS = 13_000;

/**
 * Takes a verification in with its files. Nothing is kept before all of them have been fetched and checked. It
 * is decided later, by the provider; the partner is told by webhook.
 */
export const startKyc = answerOnce({ contract, owner }, async (request, record) => {
  const { caller, params, body, nowMs } = request;
  const storedByMs = performance.now() + STORED_WITHIN_MS;
  const user = await readOwnUserForKyc(params.userId, caller);
  checkSubmission(user, body, nowMs);
  const sources = fileSources(body);
  checkUrls(sources);
  checkMayBegin(user);
  return orStartFailure(async () => {
    const files = await fetched(sources);
    // Seconds may have gone by: nothing is kept for a user who has meanwhile been started elsewhere.
    const current = files.length === 0 ? user : await startable(user.id, caller);
    const submittedAtMs = clockMs();
    const id = newId(submittedAtMs);
    const place = { userId: user.id, verificationId: id };
    const kept = await keepFiles(place, files, storedByMs - performance.now());
    const { country, ...submission } = withoutUrls(body);
    const answer = await record({ userId: user.id, verificationId: id, status: 'IN_PROGRESS' });
    const verification: Verification = {
      id,
      userId: user.id,
      partnerId: caller.partnerId,
      status: 'IN_PROGRESS',
      country,
      submission,
      files: kept,
      version: 1,
      submittedAtMs,
      decidedAtMs: undefined,
      rejectionReasons: [],
    };
    await save(current, caller, verification, answer.writes);
    return answer.reply;
  });
});

/** Whose verification it is: an unknown user has an answer of its own here. */
async function owner({ params, caller }: Request<typeof contract>): Promise<string> {
  return (await readOwnUserForKyc(params.userId, caller)).id;
}

function checkSubmission(user: User, body: Submission, atMs: number): void {
  if (user.type === 'BUSINESS' && stage() === 'production') {
    throw new Problem('INVALID_VERIFICATION_TYPE_FOR_USER', 'Business users are verified by KYB');
  }
  const faults = submissionFaults(templateFor(user, body.country), body.country, body, atMs);
  if (faults.length > 0) throw invalidInput(faults);
}

/** What fetches files is most of the bundle, and is loaded when there are any. */
async function fetched(sources: readonly FileSource[]): Promise<CheckedFile[]> {
  if (sources.length === 0) return [];
  const { fetchFiles } = await import('./fetch-files');
  return fetchFiles(sources);
}

/** Whether they are URLs of the web; where they lead is seen when they are fetched. */
function checkUrls(sources: readonly FileSource[]): void {
  const rules = { localNetworkAllowed: localNetworkAllowed() };
  if (sources.some(({ url }) => !isWebUrl(url, rules))) throw badRequest('Provided url is not valid');
}

/** The user as it stands now. @throws Problem when a verification has been started meanwhile */
async function startable(userId: string, caller: Caller): Promise<User> {
  const user = await readOwnUserForKyc(userId, caller);
  checkMayBegin(user);
  return user;
}

/** Other changes of the user do not keep a verification from starting; another verification does. */
async function save(
  user: User,
  caller: Caller,
  verification: Verification,
  alongside: readonly WriteAction[],
): Promise<Verification> {
  const stepAtMs =
    stage() === 'sandbox' ? verification.submittedAtMs + wholeNumber('SANDBOX_STEP_MS') : undefined;
  let known: User | undefined = user;
  return inRounds(async () => {
    const current = known ?? (await startable(user.id, caller));
    known = undefined;
    return (await saveVerificationStart(current, verification, { stepAtMs, alongside }))
      ? verification
      : undefined;
  });
}

/**
 * What goes wrong once the submission was found right is our failure, and has a text of its own. So has a bucket that
 * does not take the files; a table that gives no answer has the general one.
 */
async function orStartFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known =
      error instanceof Problem || error instanceof WriteContention || error instanceof AnswerExists;
    if (known || (isUnavailable(error) && !(error instanceof FileNotStored))) throw error;
    logError('verification could not be started', error);
    throw new Problem('INTERNAL_SERVER_ERROR', 'Identity verification creation failed', { cause: error });
  }
}
