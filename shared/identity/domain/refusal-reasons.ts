/**
 * Rejection reasons that a person can fix, each with the steps of the verification page that the person must repeat. For any
 * other reason, the person must repeat all steps.
 */
const document = ['document', 'sides'] as const;
const face = ['face'] as const;
const proof = ['proof'] as const;

export const refusedSubjects = {
  DOCUMENT_NOT_ACCEPTED: document,
  DOCUMENT_UNREADABLE: document,
  DOCUMENT_INCOMPLETE: document,
  DOCUMENT_EXPIRED: document,
  SELFIE_NOT_ACCEPTED: face,
  SELFIE_UNREADABLE: face,
  SELFIE_MISMATCH: face,
  ADDRESS_PROOF_NOT_ACCEPTED: proof,
  ADDRESS_PROOF_UNREADABLE: proof,
  ADDRESS_PROOF_EXPIRED: proof,
  DETAILS_MISMATCH: ['person', 'business'],
  ADDRESS_MISMATCH: ['address'],
  TAX_ID_NOT_ACCEPTED: ['contact', 'business'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type RefusalReason = keyof typeof refusedSubjects;

export const refusalReasons: readonly RefusalReason[] = Object.keys(refusedSubjects).filter(isRefusalReason);

/** Returns true if a person can fix the reason. */
export function isRefusalReason(reason: string): reason is RefusalReason {
  return Object.hasOwn(refusedSubjects, reason);
}
