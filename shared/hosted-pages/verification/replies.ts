/** The answers of the page of a verification link. */

import { failurePage } from '#shared/hosted-pages/failure-page';
import type { Language } from '#shared/hosted-pages/language';
import type { HostedPageReply } from '#shared/http/link-endpoint';
import type { UploadSlot } from '#shared/identity/domain/upload-slots';
import type { DraftField } from '#shared/identity/domain/verification-draft';
import type {
  OpenVerificationSession,
  VerificationLinkState,
} from '#shared/identity/sessions/open-verification-session';
import type { VerificationStep } from '#shared/identity/sessions/repository';
import {
  type DraftViolation,
  draftViolations,
  requiredDraftFields,
  requiredSlots,
} from '#shared/identity/sessions/validate-draft';
import { bucketOrigin } from '#shared/platform/files/signed-requests';
import { dataStep } from './data-step';
import { donePage } from './done-page';
import { filesStep } from './files-step';
import { reviewStep } from './review-step';
import type { FileViolation } from './texts';

/** The page of a link that may not be used. */
export function closedLinkReply(
  closed: Exclude<VerificationLinkState, OpenVerificationSession>,
  language: Language,
): HostedPageReply {
  if (closed.state === 'used') return donePage(language, closed.redirectUri);
  return failurePage(closed.state, language);
}

/** Shown beside a step: what was entered and refused, instead of what is kept. */
interface RejectedInput {
  readonly draft?: {
    readonly entered: Readonly<Record<string, string>>;
    readonly violations: ReadonlyMap<DraftField, DraftViolation>;
  };
  readonly files?: ReadonlyMap<UploadSlot, FileViolation>;
}

/** A step of an open verification. */
export function stepReply(
  step: VerificationStep,
  { session }: Pick<OpenVerificationSession, 'session'>,
  { language, refused = {} }: { readonly language: Language; readonly refused?: RejectedInput },
): HostedPageReply {
  const view = { language, session };
  switch (step) {
    case 'data': {
      const { entered = session.draft, violations = new Map() } = refused.draft ?? {};
      return dataStep({ ...view, entered, violations, asked: requiredDraftFields(session) });
    }
    case 'files':
      return filesStep({
        ...view,
        violations: refused.files ?? new Map(),
        asked: requiredSlots(session),
        bucket: bucketOrigin(),
      });
    case 'review':
      return reviewStep(view);
  }
}

/** The step that was asked for, or the first one that has to be completed before it. */
export function reachableStep(
  { session }: Pick<OpenVerificationSession, 'session'>,
  asked: string | undefined,
  atMs: number,
): VerificationStep {
  const wanted = asked === 'data' || asked === 'files' || asked === 'review' ? asked : session.step;
  if (wanted === 'data' || draftViolations(session, session.draft, atMs).size > 0) return 'data';
  if (wanted === 'files' || missingSlots(session).length > 0) return 'files';
  return 'review';
}

/** Required slots without an upload. */
export function missingSlots(session: OpenVerificationSession['session']): readonly UploadSlot[] {
  return requiredSlots(session).filter((slot) => !session.uploads.includes(slot));
}
