import { failurePage } from '#shared/hosted-pages/layout';
import { linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { closedSigningPage, signingPage } from '#shared/hosted-pages/signing/signing-page';
import { keepPageOpening } from '#shared/signatures/document/repository';
import { findDeclarationLink, openDeclaration } from '#shared/signatures/open-declaration';

/**
 * Shows the declaration of a link. Email scanners and link previews also open links, so a visit does not use up the link. The
 * first visit is stored as evidence that the declaration was readable from then on.
 */
export const handler = linkEndpoint('openSigningPage', async (request) => {
  const { token, language, languageIn, nowMs, ip, userAgent } = request;
  const found = await findDeclarationLink(token);
  if (found === undefined) return failurePage('unknown', language);
  const opened = openDeclaration(found.link, found.person, nowMs);
  if (opened.outcome !== 'open') return closedSigningPage(opened, { ...request, ...found, sentAgain: false });
  if (found.opening === undefined) {
    const { userId, linkId } = found.link;
    await keepPageOpening(userId, linkId, { atMs: nowMs, ipAddress: ip, userAgent });
  }
  return signingPage({ ...opened, language: languageIn(opened.declaration.company.countryOfConstitution) });
});
