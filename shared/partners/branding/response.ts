import type { ResponseData } from '#shared/api/response-schemas';
import { type Branding, logoKey } from '#shared/partners/domain/branding';

/** Presents a branding to its partner. @param baseUrl origin and stage of the request */
export function toBrandingResponse(branding: Branding, baseUrl: string): ResponseData<'Branding'> {
  const { displayName = null, color = null, helpUrl = null, privacyUrl = null, logo, updatedAt = null } = branding;
  const logoUrl = logo === undefined ? null : `${baseUrl}/${logoKey(logo.sha256)}`;
  return { displayName, color, helpUrl, privacyUrl, logoUrl, updatedAt };
}
