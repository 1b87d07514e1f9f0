/** Proofs of SPEI transfers: the central bank's receipt of a transfer (CEP), as it was last looked up. */

/** `PENDING`: it is looked up still. Every other status is final. */
export const proofStatuses = ['PENDING', 'VALID', 'UNAVAILABLE', 'RETURNED'] as const;
export type ProofStatus = (typeof proofStatuses)[number];

/** Results of the provider's checks of a receipt, where it made them. */
export interface ProofChecks {
  /** The central bank has signed it. */
  readonly signature?: boolean | undefined;
  /** It is of this transfer. */
  readonly operation?: boolean | undefined;
  /** The name of the receiver is the expected one. */
  readonly name?: boolean | undefined;
}

export interface RailProof {
  readonly status: ProofStatus;
  /** Address of the document. */
  readonly url?: string | undefined;
  readonly checks?: ProofChecks | undefined;
}
