import type * as z from 'zod/mini';
import { Problem } from '#shared/api/problems';
import { findVerification } from '#shared/identity/repository';
import { resolveVerification } from '#shared/identity/resolve-verification';
import type { providerCallback } from '#shared/providers/verification/wire';

/**
 * Stores a decision that the provider reports. A repeated one, or one after another decision, is answered and
 * changes nothing.
 *
 * @throws Problem for a verification that does not exist, or that the provider knows by another reference
 */
export async function reportVerification(
  { verificationId, userId, reference, ...decision }: z.infer<typeof providerCallback>,
  atMs: number,
): Promise<{ readonly verificationId: string }> {
  const verification = await findVerification(userId, verificationId);
  // The report may arrive before the answer that has the reference.
  const known = verification?.provider?.reference ?? reference;
  if (verification === undefined || known !== reference) throw new Problem('NOT_FOUND', 'Verification not found');
  await resolveVerification(verification, decision, atMs);
  return { verificationId };
}
