import { declarationOf } from '#shared/domain/owners/declaration';
import { fullNameOf } from '#shared/domain/owners/person';
import type { PageOperation } from '#shared/http/page';
import { findCedulaLink } from '#shared/operations/find-cedula-link';
import { declarationBehind } from '#shared/operations/open-declaration';
import { signDeclaration } from '#shared/operations/sign-declaration';
import { failurePage } from '#shared/pages/failure-page';
import { closedPage } from '#shared/pages/signing/closed-page';
import {
  checkForm,
  type Faults,
  fingerprintOf,
  readForm,
  shownAgain,
} from '#shared/pages/signing/signing-form';
import { signingPage } from '#shared/pages/signing/signing-page';

/** Takes a signature, or says on the same page what is wrong with what was entered. */
export const submitSignature: PageOperation = async (request) => {
  const { token, language, nowMs } = request;
  const found = await findCedulaLink(token);
  if (found === undefined) return failurePage('unknown', language);
  const opened = declarationBehind(found.link, found.person, nowMs);
  if (opened.outcome !== 'open') {
    return closedPage(opened, { language, person: found.person, sentAgain: true });
  }

  const { person, cedula } = opened;
  const declaration = declarationOf(person, cedula, language);
  const form = readForm(request.form);
  const refused = (faults: Faults, changed: boolean) =>
    signingPage({
      language,
      declaration,
      ownerName: fullNameOf(person),
      expiresAtMs: cedula.expiresAtMs,
      // Consent was given to the text that was shown.
      form: { ...shownAgain(form), consent: form.consent && !changed },
      faults,
      changed,
    });
  if (form.shown !== fingerprintOf(declaration)) return refused(new Map(), true);
  const checked = checkForm(form, fullNameOf(person));
  if ('faults' in checked) return refused(checked.faults, false);

  const act = { ...checked.signature, ipAddress: request.ip, userAgent: request.userAgent, atMs: nowMs };
  const outcome = await signDeclaration({ token, link: found.link, language, act });
  if (outcome.outcome === 'signed') return { again: true };
  return closedPage(outcome, { language, person: undefined, sentAgain: true });
};
