/** The page of the reference on the webhook events. */
import { escapeHtml, type SitePage } from '../page';
import type { ApiDocument, Operation, Schema } from './api-document';
import { guideSentence } from './guides';
import { examplePart, folded, heading, NOTHING, type Part, pageOf, section, terms, text } from './parts';
import { SIGNATURE_PAGE, subjectPath } from './paths';
import { PageComponents } from './schemas/page-components';
import { type Shape, ShapeReader } from './schemas/shape';
import { shapeOrLink } from './schemas/shape-part';
import { objectHeadings, objectsPart } from './subject-page';

/** Builds the page. @throws Error when the document's events have no subject */
export function eventPage({ webhooks, subjects, schemas }: ApiDocument): SitePage {
  const subject = subjects.find(({ name }) => name === webhooks[0]?.subject);
  if (subject === undefined) throw new Error('The webhooks of the document have no subject');
  const { name: title, description } = subject;
  const reader = new ShapeReader(schemas);
  const components = new PageComponents();
  const common = commonSentences(webhooks.map((event) => event.description));
  const events = webhooks.map((event) => ({
    event,
    payload: reader.shape(payloadSchema(event)),
    sentences: event.description.slice(0, event.description.length - common.length).trim(),
  }));
  for (const { payload } of events) components.add(payload);
  const objects = components.shared();
  const page = {
    path: subjectPath(title),
    title,
    headings: [
      { id: 'headers', text: 'Headers', level: 2 as const },
      ...webhooks.map(({ id }) => ({ id, text: id, level: 2 as const })),
      ...objectHeadings(objects),
    ],
    search: events.map(({ event: { id }, payload, sentences }) => ({
      id,
      heading: id,
      text: [sentences, ...payload.fields.map(({ name }) => name)].join(' '),
    })),
  };
  return pageOf(page, [
    text(`${description}${common}`),
    text(
      `Each delivery is signed. [Check a signature](${SIGNATURE_PAGE}) in the browser, with your secret and a delivery. ${guideSentence(title)}`,
    ),
    heading('headers', 'Headers'),
    terms((webhooks[0]?.parameters ?? []).map(headerPart)),
    ...events.map((event) => eventPart(event, components)),
    objectsPart(objects, components),
  ]);
}

interface ShownEvent {
  readonly event: Operation;
  readonly payload: Shape;
  /** The description of this event without the sentences that all events have. */
  readonly sentences: string;
}

/** Finds the component of a payload, which the schema of an event narrows to the event's name. */
function payloadSchema({ id, body }: Operation): Schema {
  if (body === undefined) throw new Error(`${id} has no payload in the document`);
  return body.schema.allOf?.find(({ $ref }) => $ref !== undefined) ?? body.schema;
}

/** Finds the sentences that every description ends with. */
function commonSentences(descriptions: readonly string[]): string {
  const [first = ''] = descriptions;
  const ends = [...first.matchAll(/(?<=\.) /g)].map(({ index }) => first.slice(index));
  return ends.find((end) => descriptions.every((description) => description.endsWith(end))) ?? '';
}

function headerPart({ name, description }: Operation['parameters'][number]): Part {
  return {
    html: `<dt><code>${escapeHtml(name)}</code></dt><dd>${text(description).html}</dd>`,
    markdown: `- \`${name}\`: ${description}`,
  };
}

function eventPart({ event: { id, body }, payload, sentences }: ShownEvent, components: PageComponents): Part {
  const { html, markdown } = shapeOrLink(payload, components, 'Payload: ');
  return section(id, [
    heading(id, id, `<code>${id}</code>`),
    text(sentences),
    { html: components.isShared(payload) ? html : folded('Payload', html), markdown },
    // An event that is new has its example after its first run.
    body?.example === undefined ? NOTHING : examplePart(body.example),
  ]);
}
