/** A page of the reference: every operation of a subject, and the objects that several of them have. */
import { headingHtml } from '../markdown';
import type { SearchEntry, SitePage } from '../page';
import { ownRefusals, successes } from './answers';
import type { ApiDocument, Operation, Subject } from './api-document';
import { guideSentence } from './guides';
import { aliasHtml, operationHtml, type PageContext } from './operation-html';
import { aliasMarkdown, operationMarkdown } from './operation-markdown';
import { PageComponents } from './page-components';
import { subjectPath } from './paths';
import { prose } from './prose';
import { type Shape, ShapeReader } from './shape';
import { shapeHtml } from './shape-html';
import { shapeMarkdown } from './shape-markdown';

/** The page of a subject. @param hasConsole whether its operations can be tried out */
export function subjectPage({ name, description }: Subject, document: ApiDocument, hasConsole: boolean): SitePage {
  const reader = new ShapeReader(document.schemas);
  const operations = document.operations.filter(({ subject }) => subject === name);
  const components = new PageComponents();
  for (const operation of operations) {
    if (originalOf(operation, operations) === undefined) addShapes(operation, reader, components);
  }
  const all = new Map(document.operations.map((operation) => [operation.id, operation]));
  const context: PageContext = { reader, components, hasConsole, operations: all, links: document.links };
  const objects = components.shared();
  const html = operations.map((operation) => {
    const original = originalOf(operation, operations);
    return original === undefined ? operationHtml(operation, context) : aliasHtml(operation, original);
  });
  const markdown = operations.map((operation) => {
    const original = originalOf(operation, operations);
    return original === undefined ? operationMarkdown(operation, context) : aliasMarkdown(operation, original);
  });
  return {
    path: subjectPath(name),
    title: name,
    description: `${name}: the operations of the Partner Ramp API. ${description}`,
    main: [prose(`${description} ${guideSentence(name)}`), ...html, objectsHtml(objects, components)].join('\n'),
    markdown: [
      `# ${name}`,
      `${description} ${guideSentence(name)}`.trim(),
      ...markdown,
      ...objectsMarkdown(objects, components),
    ]
      .join('\n\n')
      .concat('\n'),
    headings: [
      ...operations
        .filter(({ deprecated }) => !deprecated)
        .map(({ id, summary }) => ({ id, text: summary, level: 2 as const })),
      ...objects.map(({ component = '' }) => ({ id: component, text: component, level: 3 as const })),
    ],
    ...(hasConsole ? { scripts: ['try-it'] } : {}),
    search: [
      ...operations.filter(({ deprecated }) => !deprecated).map((operation) => searchEntry(operation, reader)),
      ...objects.map((shape) => ({
        id: shape.component ?? '',
        heading: shape.component ?? '',
        text: shapeWords(shape),
      })),
    ],
  };
}

/** The operation that a deprecated one is another path of. */
function originalOf({ id, deprecated }: Operation, operations: readonly Operation[]): Operation | undefined {
  return deprecated ? operations.find((other) => `${other.id}Alias` === id) : undefined;
}

function searchEntry(operation: Operation, reader: ShapeReader): SearchEntry {
  const { id, summary, method, path, description, parameters, body } = operation;
  const names = parameters.filter(({ component }) => component === undefined).map(({ name }) => name);
  const fields = body === undefined ? '' : shapeWords(reader.shape(body.schema));
  const codes = ownRefusals(operation).map(({ code }) => code);
  return { id, heading: summary, text: [id, method, path, description, ...names, fields, ...codes].join(' ') };
}

/** The names of an object's own fields. */
function shapeWords({ description = '', fields }: Shape): string {
  return [description, ...fields.map(({ name }) => name)].join(' ');
}

function addShapes(operation: Operation, reader: ShapeReader, components: PageComponents): void {
  if (operation.body !== undefined) components.add(reader.shape(operation.body.schema));
  for (const { schema } of successes(operation)) {
    if (schema !== undefined) components.add(reader.value(schema).shape);
  }
}

/** Objects that several places of a page have, each at the anchor of its name. */
export function objectsHtml(objects: readonly Shape[], components: PageComponents): string {
  return objects
    .map((shape) => {
      const { component = '', description } = shape;
      const heading = headingHtml({ id: component, level: 2, html: `<code>${component}</code>` });
      return `<section>${heading}${description === undefined ? '' : prose(description)}${shapeHtml(shape, components)}</section>\n`;
    })
    .join('');
}

/** The same as blocks of Markdown. */
export function objectsMarkdown(objects: readonly Shape[], components: PageComponents): string[] {
  return objects.flatMap((shape) => {
    const { component = '', description } = shape;
    return [`## ${component}`, ...(description === undefined ? [] : [description]), shapeMarkdown(shape, components)];
  });
}
