import { isLinkToken } from '#shared/identity/links/link-tokens';
import { findLink, type Link } from '#shared/identity/links/repository';
import { readBranding } from '#shared/partners/branding/repository';
import type { Branding } from '#shared/partners/domain/branding';
import { logError } from '#shared/platform/observability/log';

/** The partner that asks a person to do something on a page, and its request. */
export interface Asker {
  readonly purpose: Link['kind'] | 'PAYMENT';
  readonly branding: Branding;
}

/** Finds the partner and the purpose of a page by its token; `undefined` where no page has it. */
export type AskedBy = (
  token: string,
) => Promise<{ readonly purpose: Asker['purpose']; readonly partnerId: string } | undefined>;

/** Finds whose link a token is. */
export async function askedByLink(token: string): ReturnType<AskedBy> {
  const link = await findLink(token);
  return link && { purpose: link.kind, partnerId: link.partnerId };
}

/**
 * Finds who asks by a page's token: `undefined` for an unknown one, and where the table does not answer, since a page that
 * can be used goes before one that says who asks. The link is read again here, side by side with what the page itself reads:
 * one read unit more, and no round trip. A copy in the link would show a name and a logo that have long been replaced.
 */
export async function findAsker(token: string, askedBy: AskedBy): Promise<Asker | undefined> {
  if (!isLinkToken(token)) return undefined;
  try {
    const found = await askedBy(token);
    return found && { purpose: found.purpose, branding: await readBranding(found.partnerId) };
  } catch (error) {
    logError('a page does not say who asks', error);
    return undefined;
  }
}
