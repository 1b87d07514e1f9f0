import type * as z from 'zod/mini';
import { linkTokensFor, type TokenForLink } from '#shared/links/link-tokens';
import { type AssociatedPerson, findOpenDeclaration } from './domain/associated-person';
import { toSignatureEntryResponse } from './response';
import type * as schemas from './response-schema';

/**
 * Lists the state of each owner's signature, with the signing URL of each open declaration.
 * @param knownTokens tokens of the user's links, if the caller has read them
 */
export async function listSignatureEntries(
  owners: readonly AssociatedPerson[],
  { baseUrl, nowMs }: { readonly baseUrl: string; readonly nowMs: number },
  knownTokens?: TokenForLink,
): Promise<z.infer<typeof schemas.SignatureEntry>[]> {
  const waiting = owners.find((owner) => findOpenDeclaration(owner, nowMs) !== undefined);
  const tokenFor = waiting === undefined ? undefined : (knownTokens ?? (await linkTokensFor(waiting.userId)));
  const urlFor = tokenFor && ((declarationId: string) => `${baseUrl}/sign/${tokenFor(declarationId)}`);
  return owners.map((owner) => toSignatureEntryResponse(owner, nowMs, urlFor));
}
