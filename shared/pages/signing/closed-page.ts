import type { Person } from '#shared/domain/owners/person';
import type { PageReply } from '#shared/http/page';
import type { ClosedDeclaration } from '#shared/operations/open-declaration';
import { failurePage } from '#shared/pages/failure-page';
import type { Language } from '#shared/pages/language';
import { signedPage } from '#shared/pages/signing/signed-page';

/** What a signing link shows when there is nothing to sign behind it. */
export function closedPage(
  closed: ClosedDeclaration,
  shown: { readonly language: Language; readonly person: Person | undefined; readonly sentAgain: boolean },
): PageReply {
  if (closed.outcome !== 'already-signed') return failurePage(closed.outcome, shown.language);
  const signed = shown.person?.cedula?.signed;
  return signedPage({
    ...shown,
    signedAtMs: closed.signedAtMs,
    // A newer declaration of the same person is none of this link's business.
    sha256: signed?.atMs === closed.signedAtMs ? signed.sha256 : undefined,
  });
}
