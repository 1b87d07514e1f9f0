/** The page that checks a webhook signature in the browser. */
import { textPage } from './document-pages';
import type { SitePage } from './page';

const INTRODUCTION = [
  "Paste a delivery as your server received it, and your secret. The check runs in this page with the code of the SDK's `verifyWebhook`. Nothing that you enter leaves the page.",
  'The signature covers `webhook-id`, `webhook-timestamp` and the body, byte by byte. A body that was parsed and serialized again has a different signature, even if the content is the same.',
].join('\n\n');

/** Other ways to check a signature. */
const OUTSIDE = [
  'In your service: `verifyWebhook` of the SDK, or any library for [Standard Webhooks](https://www.standardwebhooks.com).',
  'Manually: the signature is Base64 of HMAC-SHA256, keyed with the Base64 part of the secret, over `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body.',
].join('\n\n');

/** HTML form. Without JavaScript, the form shows the sentence that the check needs JavaScript. */
const FORM = `<form id="signature-check" class="console" novalidate>
<p class="needs-script">The check needs JavaScript.</p>
<p><label for="signature-secret">Secret</label> <input id="signature-secret" autocomplete="off" spellcheck="false" placeholder="whsec_…" disabled></p>
<p><label for="signature-headers">Headers</label> <textarea id="signature-headers" rows="4" spellcheck="false" autocomplete="off" disabled></textarea></p>
<p><label for="signature-body">Body, exactly as received</label> <textarea id="signature-body" rows="10" spellcheck="false" autocomplete="off" disabled></textarea></p>
<p><button type="submit" disabled>Check</button> <button type="button" id="signature-example" disabled>Fill in an example</button></p>
<div id="signature-result" role="status"></div>
</form>`;

/** Builds the page. */
export function signaturePage(): SitePage {
  const path = '/guide/check-a-signature';
  const title = 'Check a signature';
  const [before, after] = [INTRODUCTION, OUTSIDE].map((markdown) => textPage({ path, title, markdown }).main);
  const page = textPage({ path, title, markdown: `${INTRODUCTION}\n\n${OUTSIDE}` });
  return { ...page, main: `${before}${FORM}\n${after}`, scripts: ['signature'] };
}
