/** Rails of a transaction's transfers, each with the reference that identifies the transfer at the bank or on the blockchain. */
import { type BankRail, bankRails } from '#shared/values/bank-rails';
import { type Currency, railsFor } from '#shared/values/money/currency';

export const railTypes = [...bankRails, 'CHAIN'] as const;
export type RailType = (typeof railTypes)[number];

/** Rail of a transfer, with the transfer's reference on this rail. Times are epoch ms. */
export interface RailReference {
  readonly type: RailType;
  readonly reference: string;
  readonly atMs: number;
  /** Proof of a SPEI transfer, if the stage uses proofs. */
  readonly proof?: RailProof | undefined;
}

/** A rail as a provider reports it, before validation. */
export interface NamedRail {
  readonly type: string;
  readonly reference: string;
}

const NATIONAL = /^[A-Za-z0-9]{1,35}$/;

/**
 * Formats of references. SPEI: tracking key. ACH: NACHA trace number. Fedwire: IMAD (date, source, sequence). SWIFT gpi: UETR
 * (UUID version 4). SEPA: end-to-end id in the SEPA character set.
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

/** Validates a rail for a bank transfer; `undefined` if the currency does not use the rail or the reference is malformed. */
export function readRail(
  { type, reference }: NamedRail,
  { currency, atMs }: { readonly currency: Currency; readonly atMs: number },
): RailReference | undefined {
  const known = railsFor(currency).find((one) => one === type);
  return known !== undefined && forms[known].test(reference) ? { type: known, reference, atMs } : undefined;
}

/** Returns the rail with its initial proof state. Only SPEI has proofs. An existing proof remains. */
export function withFirstProof(rail: RailReference, proof: RailProof | undefined): RailReference {
  return rail.type === 'SPEI' && rail.proof === undefined && proof !== undefined ? { ...rail, proof } : rail;
}

// Proof of a SPEI transfer: the central bank's receipt (CEP), as the last look-up found it.

/** `PENDING`: look-ups continue. All other statuses are final. */
export const proofStatuses = ['PENDING', 'VALID', 'UNAVAILABLE', 'RETURNED'] as const;
export type ProofStatus = (typeof proofStatuses)[number];

/** Results of the provider's checks of a receipt. A check that was not made is absent. */
export interface ProofChecks {
  /** True if the central bank's signature is valid. */
  readonly signature?: boolean | undefined;
  /** True if the receipt belongs to this transfer. */
  readonly operation?: boolean | undefined;
  /** True if the receiver's name in the receipt is the name of the account's holder. We send no name to the provider. */
  readonly name?: boolean | undefined;
}

export interface RailProof {
  readonly status: ProofStatus;
  readonly url?: string | undefined;
  readonly checks?: ProofChecks | undefined;
}
