/** The page of the reference on what operations share: conventions, headers, errors. */
import type { SitePage } from '../page';
import { refusals } from './answers';
import { type ApiDocument, componentName } from './api-document';
import { refusalPart } from './operation-part';
import { heading, joined, type Part, pageOf, terms, text } from './parts';
import { SHARED_PARTS, sharedPartId } from './paths';
import { PageComponents } from './schemas/page-components';
import { ShapeReader } from './schemas/shape';
import { shapePart, valueEntry } from './schemas/shape-part';
import { GENERAL_TEXT_LIMIT } from './schemas/value-words';

/** The limit of all objects of the reference, said once. */
const LIMITS = `Text in answers has at most ${GENERAL_TEXT_LIMIT.toLocaleString('en-US')} characters where nothing else is said.`;

export function sharedPartsPage(document: ApiDocument): SitePage {
  const sections: readonly (readonly [id: string, title: string, content: Part])[] = [
    ['conventions', 'Conventions', text(`${document.description}\n\n${LIMITS}`)],
    ['request-headers', 'Request headers', parameterParts(document)],
    ['answer-headers', 'Headers of answers', headerParts(document)],
    ['Error', 'The error object', errorObject(document)],
    ['errors', 'Errors of many operations', errorParts(document)],
  ];
  const page = {
    path: SHARED_PARTS,
    title: 'What operations share',
    headings: sections.map(([id, title]) => ({ id, text: title, level: 2 as const })),
  };
  return pageOf(
    page,
    sections.map(([id, title, content]) => joined([heading(id, title), content])),
  );
}

function parameterParts({ parameters, schemas }: ApiDocument): Part {
  const reader = new ShapeReader(schemas);
  const entries = [...parameters].map(([component, { name, description, schema }]) =>
    valueEntry(
      { id: sharedPartId('parameter', component), name: `\`${name}\``, description, value: reader.value(schema) },
      new PageComponents(),
    ),
  );
  return terms(entries);
}

/** Builds the headers of answers under the names that operations give them. */
function headerParts({ operations, headers, schemas }: ApiDocument): Part {
  const reader = new ShapeReader(schemas);
  const given = operations.flatMap(({ answers }) => answers.flatMap((answer) => Object.entries(answer.headers)));
  const names = new Map(
    given.flatMap(([name, header]) => ('$ref' in header ? [[componentName(header.$ref), name] as const] : [])),
  );
  const entries = [...headers].map(([component, { description, schema }]) => {
    const name = `\`${names.get(component) ?? component}\``;
    const id = sharedPartId('header', component);
    return valueEntry({ id, name, description, value: reader.value(schema) }, new PageComponents());
  });
  return terms(entries);
}

function errorObject({ schemas }: ApiDocument): Part {
  const shape = new ShapeReader(schemas).shape({ $ref: '#/components/schemas/Error' });
  return joined([text(shape.description ?? ''), shapePart(shape, new PageComponents())]);
}

function errorParts({ operations, sharedAnswers }: ApiDocument): Part {
  const statuses = new Map(
    operations.flatMap(({ answers }) => answers).map(({ component = '', status }) => [component, status]),
  );
  const parts = [...sharedAnswers].flatMap(([component, answer]) =>
    refusals({ ...answer, status: statuses.get(component) ?? '' }).map((refusal, index) =>
      refusalPart(refusal, index === 0 ? sharedPartId('error', component) : undefined),
    ),
  );
  return terms(parts);
}
