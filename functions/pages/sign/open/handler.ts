import { failurePage } from '#shared/hosted-pages/failure-page';
import { linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { closedSigningPage } from '#shared/hosted-pages/signing/closed-page';
import { signingPage } from '#shared/hosted-pages/signing/signing-page';
import { findDeclarationLink, openDeclaration } from '#shared/signatures/open-declaration';

/** Shows the declaration of a link. Mail scanners and previews open links too, so opening changes nothing. */
export const handler = linkEndpoint('openSigningPage', async ({ token, language, languageIn, nowMs }) => {
  const found = await findDeclarationLink(token);
  if (found === undefined) return failurePage('unknown', language);
  const opened = openDeclaration(found.link, found.person, nowMs);
  if (opened.outcome === 'open') {
    return signingPage({ ...opened, language: languageIn(opened.declaration.company.countryOfConstitution) });
  }
  return closedSigningPage(opened, { language, person: found.person, sentAgain: false });
});
