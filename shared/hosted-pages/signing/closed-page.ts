import { failurePage } from '#shared/hosted-pages/failure-page';
import type { Language } from '#shared/hosted-pages/language';
import type { HostedPageReply } from '#shared/http/link-endpoint';
import type { AssociatedPerson } from '#shared/signatures/domain/associated-person';
import type { ClosedDeclaration } from '#shared/signatures/open-declaration';
import { signedPage } from './signed-page';

/** What a signing link shows when there is nothing to sign. */
export function closedSigningPage(
  closed: ClosedDeclaration,
  shown: {
    readonly language: Language;
    readonly person: AssociatedPerson | undefined;
    readonly sentAgain: boolean;
  },
): HostedPageReply {
  if (closed.outcome !== 'already-signed') return failurePage(closed.outcome, shown.language);
  const signed = shown.person?.declaration?.signed;
  return signedPage({
    ...shown,
    signedAtMs: closed.signedAtMs,
    // This link shows nothing of a newer declaration of the same person.
    sha256: signed?.atMs === closed.signedAtMs ? signed.sha256 : undefined,
  });
}
