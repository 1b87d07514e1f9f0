import { isLinkToken } from '#shared/identity/links/link-tokens';
import { findLink, type Link } from '#shared/identity/links/repository';
import { readBranding } from '#shared/partners/branding/repository';
import type { Branding } from '#shared/partners/domain/branding';
import { logError } from '#shared/platform/observability/log';

/** The partner that asks a person to do something on a page, and its request. */
export interface Asker {
  readonly purpose: Link['kind'];
  readonly branding: Branding;
}

/**
 * Finds who asks by a link's token: `undefined` for an unknown link, and where the table does not answer, since a page that
 * can be used goes before one that says who asks. The link is read again here, side by side with what the page itself reads:
 * one read unit more, and no round trip. A copy in the link would show a name and a logo that have long been replaced.
 */
export async function findAsker(token: string): Promise<Asker | undefined> {
  if (!isLinkToken(token)) return undefined;
  try {
    const link = await findLink(token);
    return link && { purpose: link.kind, branding: await readBranding(link.partnerId) };
  } catch (error) {
    logError('a page does not say who asks', error);
    return undefined;
  }
}
