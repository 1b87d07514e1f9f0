/** A page of the reference: every operation of a subject, and the objects that several of them have. */
import type { Heading, SearchEntry, SitePage } from '../page';
import { ownRefusals, successes } from './answers';
import type { ApiDocument, Operation, Subject } from './api-document';
import { guideSentence } from './guides';
import { aliasPart, operationPart, type PageContext } from './operation-part';
import { heading, joined, type Part, pageOf, text } from './parts';
import { subjectPath } from './paths';
import { PageComponents } from './schemas/page-components';
import { type Shape, ShapeReader } from './schemas/shape';
import { shapePart } from './schemas/shape-part';

/** Builds the page of a subject. @param hasConsole whether its operations can be tried out */
export function subjectPage({ name, description }: Subject, document: ApiDocument, hasConsole: boolean): SitePage {
  const reader = new ShapeReader(document.schemas);
  const operations = document.operations.filter(({ subject }) => subject === name);
  const current = operations.filter(({ deprecated }) => !deprecated);
  const components = new PageComponents();
  for (const operation of operations) {
    if (findOriginal(operation, operations) === undefined) addShapes(operation, reader, components);
  }
  const context: PageContext = { reader, components, hasConsole };
  const objects = components.shared();
  const page = {
    path: subjectPath(name),
    title: name,
    headings: [
      ...current.map(({ id, summary }) => ({ id, text: summary, level: 2 as const })),
      ...objectHeadings(objects),
    ],
    ...(hasConsole ? { scripts: ['try-it'] } : {}),
    search: [
      ...current.map((operation) => searchEntry(operation, reader)),
      ...objects.map(({ component: id = '', ...shape }) => ({ id, heading: id, text: shapeWords(shape) })),
    ],
  };
  return pageOf(page, [
    text(`${description} ${guideSentence(name)}`.trim()),
    ...operations.map((operation) => {
      const original = findOriginal(operation, operations);
      return original === undefined ? operationPart(operation, context) : aliasPart(operation, original);
    }),
    objectsPart(objects, components),
  ]);
}

/** Finds the operation that a deprecated one is another path of. */
function findOriginal({ id, deprecated }: Operation, operations: readonly Operation[]): Operation | undefined {
  return deprecated ? operations.find((other) => `${other.id}Alias` === id) : undefined;
}

function searchEntry(operation: Operation, reader: ShapeReader): SearchEntry {
  const { id, summary, method, path, description, parameters, body } = operation;
  const names = parameters.filter(({ component }) => component === undefined).map(({ name }) => name);
  const fields = body === undefined ? '' : shapeWords(reader.shape(body.schema));
  const codes = ownRefusals(operation).map(({ code }) => code);
  return { id, heading: summary, text: [id, method, path, description, ...names, fields, ...codes].join(' ') };
}

/** Lists the description of an object and the names of its own fields. */
function shapeWords({ description = '', fields }: Shape): string {
  return [description, ...fields.map(({ name }) => name)].join(' ');
}

function addShapes(operation: Operation, reader: ShapeReader, components: PageComponents): void {
  if (operation.body !== undefined) components.add(reader.shape(operation.body.schema));
  for (const { schema } of successes(operation)) {
    if (schema !== undefined) components.add(reader.value(schema).shape);
  }
}

/** Builds the objects that several places of a page have, each at the anchor of its name. */
export function objectsPart(objects: readonly Shape[], components: PageComponents): Part {
  const sections = objects.map((shape) => {
    const { component = '', description = '' } = shape;
    const title = heading(component, component, `<code>${component}</code>`);
    const { html, markdown } = joined([title, text(description), shapePart(shape, components)]);
    return { html: `<section>${html}</section>\n`, markdown };
  });
  return joined(sections);
}

export function objectHeadings(objects: readonly Shape[]): Heading[] {
  return objects.map(({ component = '' }) => ({ id: component, text: component, level: 3 }));
}
