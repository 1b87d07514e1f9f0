import { declarationOf } from '#shared/domain/owners/declaration';
import { fullNameOf } from '#shared/domain/owners/person';
import type { PageOperation } from '#shared/http/page';
import { findCedulaLink } from '#shared/operations/find-cedula-link';
import { declarationBehind } from '#shared/operations/open-declaration';
import { failurePage } from '#shared/pages/failure-page';
import { closedPage } from '#shared/pages/signing/closed-page';
import { emptyForm } from '#shared/pages/signing/signing-form';
import { signingPage } from '#shared/pages/signing/signing-page';

/** Shows the declaration behind a link. Programs that look at links open it too, so opening changes nothing. */
export const openSigningPage: PageOperation = async ({ token, language, nowMs }) => {
  const found = await findCedulaLink(token);
  if (found === undefined) return failurePage('unknown', language);
  const opened = declarationBehind(found.link, found.person, nowMs);
  if (opened.outcome !== 'open') {
    return closedPage(opened, { language, person: found.person, sentAgain: false });
  }
  const { person, cedula } = opened;
  return signingPage({
    language,
    declaration: declarationOf(person, cedula, language),
    ownerName: fullNameOf(person),
    expiresAtMs: cedula.expiresAtMs,
    form: emptyForm,
    faults: new Map(),
    changed: false,
  });
};
