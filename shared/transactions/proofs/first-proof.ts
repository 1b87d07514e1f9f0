import { stage } from '#shared/platform/config/environment';
import type { RailProof } from '#shared/transactions/domain/rails/rail';

/**
 * Returns the initial proof of a new transfer: `PENDING` if the stage has a proof provider. The sandbox moves no money, so its
 * proof is `VALID` immediately, without a document.
 *
 * @returns `undefined` if the stage uses no proofs
 */
export function firstProof(): RailProof | undefined {
  const isSandbox = stage() === 'sandbox';
  const { PAYMENT_PROOFS: setting = isSandbox ? 'ON' : 'OFF' } = process.env;
  if (setting !== 'ON') return undefined;
  return { status: isSandbox ? 'VALID' : 'PENDING' };
}
