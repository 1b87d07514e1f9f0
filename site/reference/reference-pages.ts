/** The reference of the API, made from the OpenAPI document. */
import { type SitePage, slug } from '../page';
import { type ApiDocument, type Operation, readApiDocument, type Subject } from './api-document';
import { eventPage } from './event-page';
import { operationLink, requestLine } from './operation-part';
import { heading, inline, joined, list, type Part, pageOf, text } from './parts';
import { REFERENCE, SHARED_PARTS, SIGNATURE_PAGE, subjectPath } from './paths';
import { sharedPartsPage } from './shared-parts-page';
import { subjectPage } from './subject-page';

/**
 * Builds every page of the reference, in the order of the navigation.
 * @param text of docs/openapi.json
 * @param environment of the stage that shows the pages: in production nothing can be tried out
 */
export function referencePages(text: string, environment: 'sandbox' | 'production'): readonly SitePage[] {
  const document = readApiDocument(text);
  const hasConsole = environment === 'sandbox';
  const withOperations = document.subjects.filter(({ name }) =>
    document.operations.some(({ subject }) => subject === name),
  );
  return [
    indexPage(document, hasConsole),
    sharedPartsPage(document),
    ...withOperations.map((subject) => subjectPage(subject, document, hasConsole)),
    eventPage(document),
    signaturePage(),
  ];
}

function indexPage({ subjects, operations, webhooks }: ApiDocument, hasConsole: boolean): SitePage {
  const introduction = [
    'Every operation and every webhook event, with fields, limits, errors and samples.',
    `Conventions, shared headers and errors: [what operations share](${SHARED_PARTS}).`,
    `To test your webhook endpoint: [check a signature](${SIGNATURE_PAGE}).`,
    'For generators: [OpenAPI 3.1](/openapi.json), and [the same without callbacks](/docs/openapi-for-generators.json).',
    'Samples read `BASE_URL` and `PARTNER_API_KEY` from the environment; `ramp` is a client of [the SDK](/guide/sdk), and Python, Java (17) and Go (1.24) need nothing but their standard libraries.',
    ...(hasConsole ? ['With a sandbox key every operation can be tried out on its page.'] : []),
  ].join(' ');
  const current = [...operations, ...webhooks].filter(({ deprecated }) => !deprecated);
  const page = {
    path: REFERENCE,
    title: 'API reference',
    headings: subjects.map(({ name }) => ({ id: slug(name), text: name, level: 2 as const })),
    scripts: ['reference'],
    search: [],
  };
  const parts = subjects.map((subject) => {
    const entries = current.filter((entry) => entry.subject === subject.name);
    return subjectPart(subject, entries);
  });
  return pageOf(page, [text(introduction), ...parts]);
}

function subjectPart({ name, description }: Subject, entries: readonly Operation[]): Part {
  const { html } = text(`${description} [${name} in full](${subjectPath(name)})`);
  const links = list('<ul class="operations">', entries.map(entryItem), '</ul>');
  return joined([heading(slug(name), name), { html, markdown: description }, links]);
}

/** Builds the link to an operation or an event, which has no path. */
function entryItem(entry: Operation): Part {
  const link = operationLink(entry);
  const line = entry.path === '' ? [] : [requestLine(entry, 'span')];
  const { html, markdown } = joined([{ html: inline(link), markdown: link }, ...line], ' ', ' ');
  return { html: `<li>${html}</li>`, markdown: `- ${markdown}` };
}

const INTRO = [
  'Paste a delivery as your server received it, and your secret. The check runs in this page, by the same code as `verifyWebhook` of the TypeScript client; nothing that you enter leaves the page.',
  'The signature covers `webhook-id`, `webhook-timestamp` and the body, byte by byte. A body that was parsed and written again has another signature, even where it means the same.',
].join('\n\n');

/** The other ways to check. */
const OUTSIDE = [
  'In your service: `verifyWebhook` of the TypeScript client, or any library for [Standard Webhooks](https://www.standardwebhooks.com).',
  'By hand: the signature is Base64 of HMAC-SHA256, keyed with the Base64 part of the secret, over `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body.',
].join('\n\n');

/** The form. Without JavaScript it says that it needs it. */
const FORM = `<form id="signature-check" class="console" novalidate>
<p class="needs-script">The check needs JavaScript.</p>
<p><label for="signature-secret">Secret</label> <input id="signature-secret" autocomplete="off" spellcheck="false" placeholder="whsec_…" disabled></p>
<p><label for="signature-headers">Headers</label> <textarea id="signature-headers" rows="4" spellcheck="false" autocomplete="off" disabled></textarea></p>
<p><label for="signature-body">Body, exactly as received</label> <textarea id="signature-body" rows="10" spellcheck="false" autocomplete="off" disabled></textarea></p>
<p><button type="submit" disabled>Check</button> <button type="button" id="signature-example" disabled>Fill in an example</button></p>
<div id="signature-result" role="status"></div>
</form>`;

function signaturePage(): SitePage {
  const page = {
    path: SIGNATURE_PAGE,
    title: 'Check a signature',
    headings: [],
    scripts: ['signature'],
  };
  return pageOf(page, [text(INTRO), { html: FORM, markdown: '' }, text(OUTSIDE)]);
}
