import { failurePage } from '#shared/hosted-pages/layout';
import { linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { findLink } from '#shared/links/repository';
import { findSigner, readDocument } from '#shared/signatures/document/read-document';

/** Returns the signed document to the signer until the link's expiry time. */
export const handler = linkEndpoint('getSignerCopy', async ({ token, language, nowMs }) => {
  const link = await findLink(token);
  if (link?.kind !== 'DECLARATION' || link.personId === undefined) return failurePage('unknown', language);
  if (nowMs >= link.expiresAtMs) return failurePage('expired', language);
  const { signer } = await findSigner(link.userId, link.personId);
  // The link must not return another declaration of the same person.
  if (signer?.declaration.id !== link.linkId) return failurePage('unknown', language);
  const { body } = await readDocument(signer, { nowMs, partnerId: link.partnerId });
  return { file: { contentType: 'application/pdf', body, name: `declaration-${signer.person.id}.pdf` } };
});
