import { stage } from '#shared/platform/config/environment';
import type { RailProof } from '#shared/transactions/domain/rails/rail';

/**
 * The proof with which a transfer begins: it is looked up where the stage has a provider of proofs. The sandbox, which moves
 * no money, has found it already, and has no document.
 *
 * @returns `undefined` if the stage keeps no proofs
 */
export function firstProof(): RailProof | undefined {
  const isSandbox = stage() === 'sandbox';
  const { PAYMENT_PROOFS: setting = isSandbox ? 'ON' : 'OFF' } = process.env;
  if (setting !== 'ON') return undefined;
  return { status: isSandbox ? 'VALID' : 'PENDING' };
}
