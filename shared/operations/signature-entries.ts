import type { Shape } from '#shared/api/shapes';
import { signatureEntryView } from '#shared/api/views/signature-entry';
import { openCedulaOf } from '#shared/domain/owners/cedula';
import type { Person } from '#shared/domain/owners/person';
import { linkTokensOf } from '#shared/links/link-tokens';

/** Where the signatures of owners stand, with the links of those that are open, made again for this answer. */
export async function signatureEntries(
  owners: readonly Person[],
  { baseUrl, nowMs }: { readonly baseUrl: string; readonly nowMs: number },
): Promise<Shape<'SignatureEntry'>[]> {
  const waiting = owners.find((owner) => openCedulaOf(owner, nowMs) !== undefined);
  const tokenOf = waiting === undefined ? undefined : await linkTokensOf(waiting.userId);
  const urlOf = tokenOf && ((cedulaId: string) => `${baseUrl}/sign/${tokenOf(cedulaId)}`);
  return owners.map((owner) => signatureEntryView(owner, nowMs, urlOf));
}
