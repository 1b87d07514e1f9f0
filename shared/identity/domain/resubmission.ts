/** Resubmission of rejected verifications: the person replaces only the rejected items. */
import type { IdentityVerification } from './identity-verification';
import { isRefusalReason } from './refusal-reasons';
import { asRecord } from './submission-formats';
import { slotRules, uploadSlots } from './upload-slots';
import type { VerificationKind } from './verification-link';
import { type Resubmission, stepContents, stepsOf } from './verification-steps';

/**
 * Returns the rejection reasons, which determine the items that the person must enter again. Returns `undefined` if the person
 * must enter everything again; docs/adr/021 lists the causes.
 */
export function resubmissionOf(
  rejected: IdentityVerification,
  kind: VerificationKind,
  country: string,
): Resubmission | undefined {
  const { id, status, rejectionReasons } = rejected;
  if (status !== 'REJECTED' || rejected.country !== country || !isLikeThePages(rejected)) return undefined;
  const reasons = rejectionReasons.filter(isRefusalReason);
  if (reasons.length < rejectionReasons.length) return undefined;
  const resubmission = { verificationId: id, reasons };
  return stepsOf({ kind, resubmission }).length > 1 ? resubmission : undefined;
}

/** Returns true if the verification page asks for all files of the verification. */
function isLikeThePages({ submission: { documents = [] }, files }: IdentityVerification): boolean {
  const areProofs = Array.isArray(documents) && documents.every((one) => asRecord(one).type === 'ADDRESS_PROOF');
  return areProofs && files.every(({ field }) => slotOf(field) !== undefined);
}

/** Returns the submission and files of a rejected verification, without the items to enter again. */
export function keptItems(
  { submission, files }: Pick<IdentityVerification, 'submission' | 'files'>,
  asked: { readonly kind: VerificationKind; readonly resubmission: Resubmission },
) {
  const contents = stepsOf(asked).map((step) => stepContents[step]);
  const slots = contents.flatMap((content) => content.slots);
  const members = [...contents.flatMap(({ fields }) => fields), ...slots.map((slot) => slotRules[slot].field)];
  const left = new Set(members.map((member) => member.split('.')[0]));
  return {
    submission: Object.fromEntries(Object.entries(submission).filter(([member]) => !left.has(member))),
    files: files.filter(({ field }) => !slots.some((slot) => slot === slotOf(field))),
  };
}

const slotOf = (field: string) => uploadSlots.find((slot) => slotRules[slot].field === field);
