import { failurePage } from '#shared/hosted-pages/failure-page';
import { closedSigningPage } from '#shared/hosted-pages/signing/closed-page';
import { emptyForm } from '#shared/hosted-pages/signing/signing-form';
import { signingPage } from '#shared/hosted-pages/signing/signing-page';
import type { HostedPageOperation } from '#shared/http/link-endpoint';
import { formatFullName } from '#shared/signatures/domain/associated-person';
import { composeDeclarationText } from '#shared/signatures/domain/declaration-text';
import { findDeclarationLink } from '#shared/signatures/find-declaration-link';
import { openDeclaration } from '#shared/signatures/open-declaration';

/** Shows the declaration of a link. Mail scanners and previews open links too, so opening changes nothing. */
export const openSigningPage: HostedPageOperation = async ({ token, language, nowMs }) => {
  const found = await findDeclarationLink(token);
  if (found === undefined) return failurePage('unknown', language);
  const opened = openDeclaration(found.link, found.person, nowMs);
  if (opened.outcome !== 'open') {
    return closedSigningPage(opened, { language, person: found.person, sentAgain: false });
  }
  const { person, declaration } = opened;
  return signingPage({
    language,
    declarationText: composeDeclarationText(person, declaration, language),
    ownerName: formatFullName(person),
    expiresAtMs: declaration.expiresAtMs,
    form: emptyForm,
    violations: new Map(),
    changed: false,
  });
};
