/** What the page of a verification link answers. */
import type { VerificationStep } from '#shared/data/verification-sessions';
import type { DraftField } from '#shared/domain/kyc/draft';
import type { UploadSlot } from '#shared/domain/kyc/upload-slots';
import type { PageReply } from '#shared/http/page';
import { askedFields, askedSlots, type DraftFault, draftFaults } from '#shared/operations/verification-draft';
import type { OpenVerification, VerificationState } from '#shared/operations/verification-page';
import { failurePage } from '#shared/pages/failure-page';
import type { Language } from '#shared/pages/language';
import { dataStep } from '#shared/pages/verification/data-step';
import { donePage } from '#shared/pages/verification/done-page';
import { filesStep } from '#shared/pages/verification/files-step';
import { reviewStep } from '#shared/pages/verification/review-step';
import type { FileFault } from '#shared/pages/verification/texts';
import { bucketOrigin } from '#shared/storage/signed-requests';

/** The page of a link that may not be used. */
export function closedReply(
  closed: Exclude<VerificationState, OpenVerification>,
  language: Language,
): PageReply {
  if (closed.state === 'used') return donePage(language, closed.redirectUri);
  return failurePage(closed.state, language);
}

/** Shown beside a step: what was entered and refused, instead of what is kept. */
interface Refused {
  readonly draft?: {
    readonly entered: Readonly<Record<string, string>>;
    readonly faults: ReadonlyMap<DraftField, DraftFault>;
  };
  readonly files?: ReadonlyMap<UploadSlot, FileFault>;
}

/** A step of an open verification. */
export function stepReply(
  step: VerificationStep,
  { session }: Pick<OpenVerification, 'session'>,
  { language, refused = {} }: { readonly language: Language; readonly refused?: Refused },
): PageReply {
  const view = { language, session };
  switch (step) {
    case 'data': {
      const { entered = session.draft, faults = new Map() } = refused.draft ?? {};
      return dataStep({ ...view, entered, faults, asked: askedFields(session) });
    }
    case 'files':
      return filesStep({
        ...view,
        faults: refused.files ?? new Map(),
        asked: askedSlots(session),
        bucket: bucketOrigin(),
      });
    case 'review':
      return reviewStep(view);
  }
}

/** The step that was asked for, or the first one that has to be completed before it. */
export function reachableStep(
  { session }: Pick<OpenVerification, 'session'>,
  asked: string | undefined,
  atMs: number,
): VerificationStep {
  const wanted = asked === 'data' || asked === 'files' || asked === 'review' ? asked : session.step;
  if (wanted === 'data' || draftFaults(session, session.draft, atMs).size > 0) return 'data';
  if (wanted === 'files' || missingSlots(session).length > 0) return 'files';
  return 'review';
}

/** Slots that a file has to be uploaded for, and was not. */
export function missingSlots(session: OpenVerification['session']): readonly UploadSlot[] {
  return askedSlots(session).filter((slot) => !session.uploads.includes(slot));
}
