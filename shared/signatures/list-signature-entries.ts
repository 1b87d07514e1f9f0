import type { ResponseData } from '#shared/api/response-schemas';
import { linkTokensFor } from '#shared/identity/links/link-tokens';
import { type AssociatedPerson, findOpenDeclaration } from './domain/associated-person';
import { toSignatureEntryResponse } from './response';

/** Where the signatures of owners stand, with the links of those that are open, made again for this answer. */
export async function listSignatureEntries(
  owners: readonly AssociatedPerson[],
  { baseUrl, nowMs }: { readonly baseUrl: string; readonly nowMs: number },
): Promise<ResponseData<'SignatureEntry'>[]> {
  const waiting = owners.find((owner) => findOpenDeclaration(owner, nowMs) !== undefined);
  const tokenFor = waiting === undefined ? undefined : await linkTokensFor(waiting.userId);
  const urlFor = tokenFor && ((declarationId: string) => `${baseUrl}/sign/${tokenFor(declarationId)}`);
  return owners.map((owner) => toSignatureEntryResponse(owner, nowMs, urlFor));
}
