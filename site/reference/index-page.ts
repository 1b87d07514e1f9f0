/** The first page of the reference: every operation by its subject. */
import { type SitePage, slug } from '../page';
import type { ApiDocument, Operation, Subject } from './api-document';
import { operationLink, requestLine } from './operation-part';
import { heading, inline, joined, list, type Part, pageOf, text } from './parts';
import { REFERENCE, SHARED_PARTS, SIGNATURE_PAGE, subjectPath } from './paths';

export function indexPage({ subjects, operations, webhooks }: ApiDocument, hasConsole: boolean): SitePage {
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
