import { stage } from '#shared/platform/config/environment';
import type { RailProof } from '#shared/transactions/domain/rails/rail';

/** Returns the initial proof of a transfer, if the stage uses proofs. The sandbox moves no money, so its proof is `VALID`. */
export function firstProof(): RailProof | undefined {
  const isSandbox = stage() === 'sandbox';
  const { PAYMENT_PROOFS: setting = isSandbox ? 'ON' : 'OFF' } = process.env;
  if (setting !== 'ON') return undefined;
  return { status: isSandbox ? 'VALID' : 'PENDING' };
}
