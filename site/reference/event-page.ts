/** The page of the reference on what is sent to a partner's webhook URL. */
import { codeBlock, headingHtml } from '../markdown';
import { escapeHtml, type SitePage } from '../page';
import type { ApiDocument, Operation, Schema } from './api-document';
import { guideSentence } from './guides';
import { fenced } from './operation-markdown';
import { PageComponents } from './page-components';
import { SIGNATURE_PAGE, subjectPath } from './paths';
import { folded, prose } from './prose';
import { type Shape, ShapeReader } from './shape';
import { componentLink, shapeHtml } from './shape-html';
import { shapeMarkdown } from './shape-markdown';
import { objectsHtml, objectsMarkdown } from './subject-page';

/** @throws Error when the document's events have no subject */
export function eventPage(document: ApiDocument): SitePage {
  const { webhooks, subjects } = document;
  const subject = subjects.find(({ name }) => name === webhooks[0]?.subject);
  if (subject === undefined) throw new Error('The webhooks of the document have no subject');
  const reader = new ShapeReader(document.schemas);
  const events = webhooks.map((event) => ({ event, payload: reader.shape(payloadSchema(event)) }));
  const components = new PageComponents();
  for (const { payload } of events) components.add(payload);
  const common = commonSentences(webhooks.map(({ description }) => description));
  const own = ({ description }: Operation) => description.slice(0, description.length - common.length).trim();
  const headers = webhooks[0]?.parameters ?? [];
  const objects = components.shared();
  const signature = `Each delivery is signed. [Check a signature](${SIGNATURE_PAGE}) in the browser, with your secret and a delivery. ${guideSentence(subject.name)}`;
  return {
    path: subjectPath(subject.name),
    title: subject.name,
    description: `${subject.description} Every event of the Partner Ramp API with its payload and an example.`,
    main: [
      prose(`${subject.description}${common}`),
      prose(signature),
      headingHtml({ id: 'headers', level: 2, html: 'Headers' }),
      `<dl class="fields">${headers.map(({ name, description }) => `<dt><code>${escapeHtml(name)}</code></dt><dd>${prose(description)}</dd>`).join('')}</dl>`,
      ...events.map(({ event, payload }) => eventHtml({ event, payload, text: own(event) }, components)),
      objectsHtml(objects, components),
    ].join('\n'),
    markdown: [
      `# ${subject.name}`,
      `${subject.description}${common}`,
      signature,
      '## Headers',
      headers.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n'),
      ...events.flatMap(({ event, payload }) => eventMarkdown({ event, payload, text: own(event) }, components)),
      ...objectsMarkdown(objects, components),
    ]
      .join('\n\n')
      .concat('\n'),
    headings: [
      { id: 'headers', text: 'Headers', level: 2 },
      ...webhooks.map(({ id }) => ({ id, text: id, level: 2 as const })),
      ...objects.map(({ component = '' }) => ({ id: component, text: component, level: 3 as const })),
    ],
    search: events.map(({ event, payload }) => ({
      id: event.id,
      heading: event.id,
      text: [own(event), ...payload.fields.map(({ name }) => name)].join(' '),
    })),
  };
}

interface ShownEvent {
  readonly event: Operation;
  readonly payload: Shape;
  /** What is said of this event alone. */
  readonly text: string;
}

/** The component of a payload, which the schema of an event narrows to the event's name. */
function payloadSchema({ id, body }: Operation): Schema {
  if (body === undefined) throw new Error(`${id} has no payload in the document`);
  return body.schema.allOf?.find(({ $ref }) => $ref !== undefined) ?? body.schema;
}

/** The sentences that every description ends with. */
function commonSentences(descriptions: readonly string[]): string {
  const [first = ''] = descriptions;
  for (const [at] of [...first.matchAll(/(?<=\.) /g)].map(({ index }) => [index])) {
    const end = first.slice(at);
    if (descriptions.every((description) => description.endsWith(end))) return end;
  }
  return '';
}

function eventHtml({ event: { id, body }, payload, text }: ShownEvent, components: PageComponents): string {
  return [
    `<section class="operation" aria-labelledby="${id}">`,
    headingHtml({ id, level: 2, html: `<code>${id}</code>` }),
    prose(text),
    components.isShared(payload)
      ? `<p>Payload: ${componentLink(payload.component ?? '')}</p>`
      : folded('Payload', shapeHtml(payload, components)),
    folded('Example', codeBlock(JSON.stringify(body?.example, null, 2), 'json')),
    '</section>\n',
  ].join('\n');
}

function eventMarkdown({ event: { id, body }, payload, text }: ShownEvent, components: PageComponents): string[] {
  return [
    `## ${id}`,
    text,
    components.isShared(payload)
      ? `Payload: \`${payload.component}\`, described below.`
      : shapeMarkdown(payload, components),
    fenced(JSON.stringify(body?.example, null, 2), 'json'),
  ];
}
