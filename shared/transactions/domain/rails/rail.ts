/** Rails that a transaction's money takes, each with the reference by which its bank or its network finds it. */
import { type BankRail, bankRails } from '#shared/values/bank-rails';
import { type Currency, railsFor } from '#shared/values/money/currency';

export const railTypes = [...bankRails, 'CHAIN'] as const;
export type RailType = (typeof railTypes)[number];

/** A transfer's rail with its reference there. Times are epoch ms. */
export interface RailReference {
  readonly type: RailType;
  readonly reference: string;
  readonly atMs: number;
  /** Proof of a SPEI transfer, if the stage keeps proofs. */
  readonly proof?: RailProof | undefined;
}

/** A rail as a provider names it: neither part is checked yet. */
export interface NamedRail {
  readonly type: string;
  readonly reference: string;
}

const NATIONAL = /^[A-Za-z0-9]{1,35}$/;

/**
 * Forms of references: SPEI's tracking key, the NACHA trace number, the IMAD of Fedwire (date, source, sequence), the UETR of
 * SWIFT gpi (UUID version 4), and the end-to-end id of SEPA in its character set.
 */
const forms: Readonly<Record<BankRail, RegExp>> = {
  SPEI: /^[A-Za-z0-9]{1,30}$/,
  ACH: /^\d{15}$/,
  FEDWIRE: /^\d{8}[A-Z0-9]{8}\d{6}$/,
  SWIFT: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  SEPA: /^[A-Za-z0-9/?:().,'+ -]{1,35}$/,
  LBTR: NATIONAL,
  FPS: NATIONAL,
  CNAPS: NATIONAL,
  CHATS: NATIONAL,
};

/**
 * The rail of a bank's transfer of a currency, as a provider named it; `undefined` if the currency does not take it, or its
 * reference has another form.
 * @param atMs time of the report, epoch ms
 */
export function readRail(
  { type, reference }: NamedRail,
  { currency, atMs }: { readonly currency: Currency; readonly atMs: number },
): RailReference | undefined {
  const known = railsFor(currency).find((one) => one === type);
  return known !== undefined && forms[known].test(reference) ? { type: known, reference, atMs } : undefined;
}

/** The rail with the proof that its transfer begins with; only SPEI has proofs, and one that is known stays. */
export function withFirstProof(rail: RailReference, proof: RailProof | undefined): RailReference {
  return rail.type === 'SPEI' && rail.proof === undefined && proof !== undefined ? { ...rail, proof } : rail;
}

// Proofs of SPEI transfers: the central bank's receipt of a transfer (CEP), as the last look-up found it.

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
