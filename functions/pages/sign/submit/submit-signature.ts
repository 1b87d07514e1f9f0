import { failurePage } from '#shared/hosted-pages/layout';
import type { HostedPageOperation } from '#shared/hosted-pages/link-endpoint';
import {
  checkForm,
  declarationFingerprint,
  readForm,
  truncateForRedisplay,
} from '#shared/hosted-pages/signing/signing-form';
import { closedSigningPage, signingPage } from '#shared/hosted-pages/signing/signing-page';
import { formatFullName } from '#shared/signatures/domain/associated-person';
import { composeDeclarationText } from '#shared/signatures/domain/declaration-text';
import { findDeclarationLink, openDeclaration } from '#shared/signatures/open-declaration';
import { signDeclaration } from '#shared/signatures/sign-declaration';

/** Accepts a signature, or shows the page again with errors. */
export const submitSignature: HostedPageOperation = async (request) => {
  const { token, nowMs } = request;
  const found = await findDeclarationLink(token);
  if (found === undefined) return failurePage('unknown', request.language);
  const opened = openDeclaration(found.link, found.person, nowMs);
  if (opened.outcome !== 'open') {
    return closedSigningPage(opened, { ...request, ...found, sentAgain: true });
  }

  const { person, declaration } = opened;
  const language = request.languageIn(declaration.company.countryOfConstitution);
  const form = readForm(request.form);
  if (form.shown !== declarationFingerprint(composeDeclarationText(person, declaration, language))) {
    // The signer consented to an earlier text of the declaration, so the signer must consent again.
    const unconfirmed = { ...truncateForRedisplay(form), consent: false };
    return signingPage({ language, person, declaration, form: unconfirmed, changed: true });
  }
  const checked = checkForm(form, formatFullName(person));
  if ('violations' in checked) {
    const again = truncateForRedisplay(form);
    return signingPage({ language, person, declaration, form: again, violations: checked.violations });
  }

  const from = { ipAddress: request.ip, userAgent: request.userAgent };
  const evidence = { ...checked.signature, ...from, atMs: nowMs, opened: found.opening };
  const outcome = await signDeclaration({ token, link: found.link, language, evidence });
  if (outcome.outcome === 'signed') return { again: true };
  return closedSigningPage(outcome, { ...request, language, link: found.link, person: undefined, sentAgain: true });
};
