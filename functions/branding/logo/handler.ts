import { Problem } from '#shared/api/problems';
import { publicEndpoint } from '#shared/http/public-endpoint';
import { namedLogoKey } from '#shared/partners/domain/branding';
import { presignUrl } from '#shared/platform/files/signed-requests';

/** Validity in seconds of the signed bucket URL (`SIGNED_S`), and of the redirect in a browser's cache (`KEPT_S`). */
const SIGNED_S = 900;
const KEPT_S = 600;

/** Redirects a browser to a logo in the bucket, because the gateway returns only text (docs/adr/001). */
export const handler = publicEndpoint('getLogo', async ({ pathParameters }) => {
  const key = namedLogoKey(pathParameters?.logo ?? '');
  if (key === undefined) throw new Problem('NOT_FOUND_ERROR', 'Logo not found', { reason: 'LOGO_NOT_FOUND' });
  const location = await presignUrl({ method: 'GET', key, headers: {} }, SIGNED_S, new Date());
  return { statusCode: 302, headers: { location, 'cache-control': `public, max-age=${KEPT_S}` }, body: '' };
});
