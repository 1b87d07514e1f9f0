/** The first page of the reference: every operation by its subject. */
import { headingHtml } from '../markdown';
import { escapeHtml, type SitePage, slug } from '../page';
import type { ApiDocument, Operation, Subject } from './api-document';
import { operationPath, REFERENCE, SHARED_PARTS, SIGNATURE_PAGE, subjectPath } from './paths';
import { prose } from './prose';

const TITLE = 'API reference';

export function indexPage(document: ApiDocument, hasConsole: boolean): SitePage {
  const { subjects, operations, webhooks } = document;
  const intro = [
    'Every operation and every webhook event, with fields, limits, errors and samples.',
    `Conventions, shared headers and errors: [what operations share](${SHARED_PARTS}).`,
    `To test your webhook endpoint: [check a signature](${SIGNATURE_PAGE}).`,
    'For generators: [OpenAPI 3.1](/openapi.json), and [the same without callbacks](/docs/openapi-for-generators.json).',
    ...(hasConsole ? ['With a sandbox key every operation can be tried out on its page.'] : []),
  ].join(' ');
  const sections = subjects.map((subject) => ({
    subject,
    entries: [...operations, ...webhooks].filter(
      ({ subject: name, deprecated }) => name === subject.name && !deprecated,
    ),
  }));
  return {
    path: REFERENCE,
    title: TITLE,
    description: 'The reference of the Partner Ramp API: every operation with its fields, limits, errors and samples.',
    main: [prose(intro), ...sections.map(({ subject, entries }) => subjectHtml(subject, entries))].join('\n'),
    markdown: [`# ${TITLE}`, intro, ...sections.flatMap(({ subject, entries }) => subjectMarkdown(subject, entries))]
      .join('\n\n')
      .concat('\n'),
    headings: subjects.map(({ name }) => ({ id: slug(name), text: name, level: 2 })),
    scripts: ['reference'],
    search: [],
  };
}

function subjectHtml({ name, description }: Subject, entries: readonly Operation[]): string {
  const items = entries.map((entry) => {
    const link = `<a href="${operationPath(entry)}">${escapeHtml(entry.summary)}</a>`;
    if (entry.path === '') return `<li>${link}</li>`;
    return `<li>${link} <span class="request-line"><span class="method">${entry.method}</span> <code>${escapeHtml(entry.path)}</code></span></li>`;
  });
  return [
    headingHtml({ id: slug(name), level: 2, html: escapeHtml(name) }),
    prose(`${description} [${name} in full](${subjectPath(name)})`),
    `<ul class="operations">${items.join('')}</ul>`,
  ].join('');
}

function subjectMarkdown({ name, description }: Subject, entries: readonly Operation[]): string[] {
  const items = entries.map((entry) => {
    const line = entry.path === '' ? '' : ` \`${entry.method} ${entry.path}\``;
    return `- [${entry.summary}](${operationPath(entry)})${line}`;
  });
  return [`## ${name}`, description, items.join('\n')];
}
