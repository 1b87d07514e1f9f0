import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { changeBranding } from '#shared/partners/branding/change-branding';
import { toBrandingResponse } from '#shared/partners/branding/response';
import { type Logo, logoKey } from '#shared/partners/domain/branding';
import { storeFile } from '#shared/platform/files/files';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, body, baseUrl, nowMs }) => {
  if (body.logo != null) await storeLogo(body.logo);
  const branding = await changeBranding(caller.partnerId, body, nowMs);
  return { data: toBrandingResponse(branding, baseUrl) };
});

/**
 * Time limit for the write to the bucket, ms. The request must then change the branding before the gateway times out after 14.5
 * s.
 */
const STORE_TIMEOUT_MS = 4000;

/**
 * Stores a logo before any branding refers to its URL. A replaced logo stays stored for pages that still show its URL.
 * @throws FileNotStored
 */
async function storeLogo({ sha256, png }: Logo): Promise<void> {
  const file = { key: logoKey(sha256), content: Buffer.from(png, 'base64'), contentType: 'image/png' };
  await storeFile(file, { signal: AbortSignal.timeout(STORE_TIMEOUT_MS) });
}
