import { businessNeedsKyb, invalidFileUrl, invalidInput, Problem, verificationNotCreated } from '#shared/api/problems';
import { retryOnConflict, WriteContention } from '#shared/dynamodb/retry-on-conflict';
import { IdempotencyRecordExists } from '#shared/dynamodb/unit-of-work';
import { idempotent } from '#shared/handlers/idempotent-operation';
import type { Request } from '#shared/handlers/partner-endpoint';
import { isUnavailable } from '#shared/http/unexpected-error';
import { newVerification } from '#shared/identity/domain/identity-verification';
import { submissionViolations } from '#shared/identity/domain/kyc-template';
import { saveVerificationStart } from '#shared/identity/repository';
import { type CheckedFile, storeFiles } from '#shared/identity/verification-files';
import { assertCanStartVerification, requireKycTemplate } from '#shared/identity/verification-rules';
import type { Caller } from '#shared/partners/domain/partner';
import { chargeHeavyRequest } from '#shared/partners/request-rates/charge-heavy-request';
import { nowMs as clockMs, localNetworkAllowed, stage, wholeNumber } from '#shared/platform/config/environment';
import { FileNotStored } from '#shared/platform/files/files';
import { isWebUrl } from '#shared/platform/network/address-policy';
import { logError, metric } from '#shared/platform/observability/log';
import type { User } from '#shared/users/domain/user';
import { readOwnUserForKyc, requireOwnUserForKyc } from '#shared/users/read-own-user';
import { findUser } from '#shared/users/repository';
import { newId } from '#shared/values/ids';
import { readRecipients } from '#shared/webhooks/repository';
import { contract } from './contract';
import { type FileSource, fileSources, withoutUrls } from './file-sources';

type Submission = Request<typeof contract>['body'];

/**
 * Time limit from the start of the operation until all files are stored, ms. Downloads end after 10 s. The gateway times out
 * after 14.5 s, which includes a cold start (up to 1 s) and the write at the end.
 */
const STORED_WITHIN_MS = 13_000;

/**
 * Accepts a verification with its files. Downloads and checks all files before any write. The provider decides later, and a
 * webhook reports the decision.
 */
export const startKyc = idempotent({ contract, owner }, async (request, record) => {
  const { caller, params, body, nowMs } = request;
  const storedByMs = performance.now() + STORED_WITHIN_MS;
  const [found, recipientsFor] = await Promise.all([findUser(params.userId), readRecipients(caller.partnerId)]);
  const user = requireOwnUserForKyc(found, caller);
  checkSubmission(user, body, nowMs);
  const sources = fileSources(body);
  checkUrls(sources);
  assertCanStartVerification(user);
  return reportStartFailure(async () => {
    // Each file counts as one additional request for the rate limit, because downloads can take seconds.
    await chargeHeavyRequest(caller.partnerId, sources.length);
    const files = await fetchAll(sources);
    // Downloads take seconds. Read the user and the webhook endpoints again, because another request may have changed them since.
    const hasFiles = files.length > 0;
    const current = hasFiles ? await readStartableUser(user.id, caller) : user;
    const submittedAtMs = clockMs();
    const id = newId(submittedAtMs);
    const { id: userId, partnerId } = user;
    const stored = await storeFiles({ userId, verificationId: id }, files, storedByMs - performance.now());
    const { country, ...submission } = withoutUrls(body);
    const recorded = await record({ userId, verificationId: id, status: 'IN_PROGRESS' });
    const verification = newVerification({ id, userId, partnerId, country, submission, files: stored }, submittedAtMs);
    const additions = {
      stepAtMs: stage() === 'sandbox' ? submittedAtMs + wholeNumber('SANDBOX_STEP_MS') : undefined,
      recipientsFor: hasFiles ? undefined : recipientsFor,
      additionalWrites: recorded.writes,
    };
    // Retry if the user has changed, but fail if another request has started a verification.
    await retryOnConflict(async (attempt) => {
      const startable = attempt === 1 ? current : await readStartableUser(userId, caller);
      return (await saveVerificationStart(startable, verification, additions)) || undefined;
    });
    return recorded.reply;
  });
});

/** Returns the id of the user to verify. For an unknown user, this operation returns a different error than other operations. */
async function owner({ params, caller }: Request<typeof contract>): Promise<string> {
  return (await readOwnUserForKyc(params.userId, caller)).id;
}

function checkSubmission(user: User, body: Submission, atMs: number): void {
  if (user.type === 'BUSINESS' && stage() === 'production') throw businessNeedsKyb();
  const violations = submissionViolations(requireKycTemplate(user, body.country), body.country, body, atMs);
  if (violations.length > 0) throw invalidInput(violations);
}

/** Downloads the files. This code is most of the bundle, so it is loaded only for requests with files. */
async function fetchAll(sources: readonly FileSource[]): Promise<CheckedFile[]> {
  if (sources.length === 0) return [];
  const { fetchFiles } = await import('./fetch-files');
  return fetchFiles(sources);
}

/** Throws unless all URLs are http or https URLs. The download later checks the IP addresses of the hosts. */
function checkUrls(sources: readonly FileSource[]): void {
  const rules = { localNetworkAllowed: localNetworkAllowed() };
  if (sources.some(({ url }) => !isWebUrl(url, rules))) throw invalidFileUrl();
}

/** Reads the current user. @throws Problem if another request has started a verification */
async function readStartableUser(userId: string, caller: Caller): Promise<User> {
  const user = await readOwnUserForKyc(userId, caller);
  assertCanStartVerification(user);
  return user;
}

/**
 * Converts unexpected failures after validation, and a failed write to the bucket, into `verificationNotCreated`. Does not
 * convert the error of an unavailable table.
 */
async function reportStartFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known =
      error instanceof Problem || error instanceof WriteContention || error instanceof IdempotencyRecordExists;
    if (known || (isUnavailable(error) && !(error instanceof FileNotStored))) throw error;
    logError('verification could not be started', error);
    if (!isUnavailable(error)) metric('unexpectedFailure', 1);
    throw verificationNotCreated(error);
  }
}
