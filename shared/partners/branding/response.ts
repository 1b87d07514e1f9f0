import type * as z from 'zod/mini';
import { type Branding, logoKey } from '#shared/partners/domain/branding';
import type * as schemas from './response-schema';

/**
 * Returns the response about a branding.
 * @param baseUrl origin and path prefix of the logo's URL, without a final slash
 */
export function toBrandingResponse(branding: Branding, baseUrl: string): z.infer<typeof schemas.Branding> {
  const { displayName = null, color = null, helpUrl = null, privacyUrl = null, logo, updatedAt = null } = branding;
  const logoUrl = logo === undefined ? null : `${baseUrl}/${logoKey(logo.sha256)}`;
  return { displayName, color, helpUrl, privacyUrl, logoUrl, updatedAt };
}
