import { badRequest, invalidInput, Problem } from '#shared/api/problems';
import { localNetworkAllowed, stage, wholeNumber } from '#shared/config/environment';
import { saveVerificationStart } from '#shared/data/verifications';
import { newId } from '#shared/domain/ids';
import { kycTemplateOf, submissionFaults } from '#shared/domain/kyc/template';
import type { User } from '#shared/domain/users/user';
import type { Verification } from '#shared/domain/users/verification';
import type { Operation, Request } from '#shared/http/edge';
import { readOwnUserForKyc } from '#shared/operations/ownership';
import type { contract } from './contract';

type Submission = Request<typeof contract>['body'];

/** Takes a verification in. It is decided later, by the provider; the partner is told by webhook. */
export const startKyc: Operation<typeof contract> = async ({ caller, params, body, nowMs }) => {
  const user = await readOwnUserForKyc(params.userId, caller);
  checkSubmission(user, body, nowMs);
  if (user.kycStatus === 'IN_PROGRESS' || user.kycStatus === 'VERIFIED') throw alreadyRunning();
  const { country, ...submission } = body;
  const verification: Verification = {
    id: newId(nowMs),
    userId: user.id,
    partnerId: caller.partnerId,
    status: 'IN_PROGRESS',
    country,
    submission: withoutUrlQueries(submission),
    version: 1,
    submittedAtMs: nowMs,
    decidedAtMs: undefined,
    rejectionReasons: [],
  };
  const saved = await saveVerificationStart(
    user,
    verification,
    stage() === 'sandbox' ? nowMs + wholeNumber('SANDBOX_STEP_MS') : undefined,
  );
  if (!saved) throw alreadyRunning();
  return { data: { userId: user.id, verificationId: verification.id, status: 'IN_PROGRESS' } };
};

function checkSubmission(user: User, body: Submission, atMs: number): void {
  if (user.type === 'BUSINESS' && stage() === 'production') {
    throw new Problem('INVALID_VERIFICATION_TYPE_FOR_USER', 'Business users are verified by KYB');
  }
  const template = kycTemplateOf(stage(), body.country);
  if (template === undefined)
    throw new Problem('NO_KYC_TEMPLATE_FOUND', `No KYC template found for country: ${body.country}`);
  if (user.email === '')
    throw new Problem('EMAIL_NOT_FOUND', 'Provided user authentication method is not email');
  const faults = submissionFaults(template, body.country, body, atMs);
  if (faults.length > 0) throw invalidInput(faults);
  if (urlsOf(body).some((url) => !isFileUrl(url))) throw badRequest('Provided url is not valid');
}

function urlsOf(body: Submission): string[] {
  const holders = [body, body.identity ?? {}, ...(body.documents ?? [])];
  const urls = holders.flatMap((holder) => [
    'selfieUrl' in holder ? holder.selfieUrl : undefined,
    'fileUrl' in holder ? holder.fileUrl : undefined,
    'frontIdUrl' in holder ? holder.frontIdUrl : undefined,
    'backIdUrl' in holder ? holder.backIdUrl : undefined,
  ]);
  return urls.filter((url) => url !== undefined);
}

function isFileUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && localNetworkAllowed());
}

/** A pre-signed URL is a credential: only its origin and path are kept. */
function withoutUrlQueries(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutQuery(name, inner)]));
}

function withoutQuery(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutQuery(name, item));
  if (typeof value === 'object' && value !== null) return withoutUrlQueries({ ...value });
  if (typeof value !== 'string' || !/Url$/.test(name)) return value;
  const { origin, pathname } = new URL(value);
  return `${origin}${pathname}`;
}

function alreadyRunning(): Problem {
  return new Problem('CONFLICT', 'A verification is in progress or has been completed');
}
