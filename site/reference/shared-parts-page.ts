/** The page of the reference on what operations share: conventions, headers, errors. */
import { headingHtml } from '../markdown';
import { escapeHtml, type SitePage } from '../page';
import { refusals } from './answers';
import type { ApiDocument, Schema } from './api-document';
import { refusalHtml } from './operation-html';
import { refusalMarkdown } from './operation-markdown';
import { PageComponents } from './page-components';
import { SHARED_PARTS, sharedPartId } from './paths';
import { inlineProse, prose } from './prose';
import { ShapeReader } from './shape';
import { shapeHtml, valueHtml } from './shape-html';
import { limitsMarkdown, shapeMarkdown } from './shape-markdown';
import { GENERAL_TEXT_LIMIT } from './value-words';

const TITLE = 'What operations share';

/** Said once for all objects of the reference. */
const LIMITS = `Text in answers has at most ${GENERAL_TEXT_LIMIT.toLocaleString('en-US')} characters where nothing else is said.`;

interface Part {
  readonly id: string;
  readonly name: string;
  readonly html: string;
  readonly markdown: string;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly html: string;
  readonly markdown: string;
}

export function sharedPartsPage(document: ApiDocument): SitePage {
  const sections = [
    {
      id: 'conventions',
      title: 'Conventions',
      html: prose(`${document.description}\n\n${LIMITS}`),
      markdown: `${document.description}\n\n${LIMITS}`,
    },
    listed('request-headers', 'Request headers', parameterParts(document)),
    listed('answer-headers', 'Headers of answers', headerParts(document)),
    errorObject(document),
    listed('errors', 'Errors of many operations', errorParts(document)),
  ];
  return {
    path: SHARED_PARTS,
    title: TITLE,
    description: 'Conventions, headers and errors that the operations of the Partner Ramp API share.',
    main: sections
      .map(({ id, title, html }) => `${headingHtml({ id, level: 2, html: escapeHtml(title) })}${html}`)
      .join('\n'),
    markdown: [`# ${TITLE}`, ...sections.flatMap(({ title, markdown }) => [`## ${title}`, markdown])]
      .join('\n\n')
      .concat('\n'),
    headings: sections.map(({ id, title }) => ({ id, text: title, level: 2 })),
  };
}

function listed(id: string, title: string, parts: readonly Part[]): Section {
  return {
    id,
    title,
    html: `<dl class="fields">${parts.map((part) => part.html).join('')}</dl>`,
    markdown: parts.map((part) => part.markdown).join('\n'),
  };
}

function parameterParts(document: ApiDocument): Part[] {
  return [...document.parameters].map(([component, { name, description, schema }]) =>
    valuePart({ id: sharedPartId('parameter', component), name, description, schema }, document),
  );
}

/** The headers of answers have the names that operations give them. */
function headerParts(document: ApiDocument): Part[] {
  const names = new Map(
    [...document.operations.flatMap(({ answers }) => answers)].flatMap(({ headers }) =>
      Object.entries(headers).flatMap(([name, header]): [string, string][] =>
        '$ref' in header ? [[header.$ref.slice(header.$ref.lastIndexOf('/') + 1), name]] : [],
      ),
    ),
  );
  return [...document.headers].map(([component, { description, schema }]) =>
    valuePart(
      { id: sharedPartId('header', component), name: names.get(component) ?? component, description, schema },
      document,
    ),
  );
}

interface NamedValue {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
}

function valuePart({ id, name, description, schema }: NamedValue, document: ApiDocument): Part {
  const value = new ShapeReader(document.schemas).value(schema);
  return {
    id,
    name,
    html: [
      `<dt id="${id}"><code>${escapeHtml(name)}</code> <span>${escapeHtml(value.type)}</span></dt>`,
      `<dd>${prose(description)}${valueHtml(value, new PageComponents())}</dd>`,
    ].join(''),
    markdown: `- \`${name}\` (${value.type}): ${description} ${limitsMarkdown(value)}`.trimEnd(),
  };
}

function errorObject(document: ApiDocument): Section {
  const shape = new ShapeReader(document.schemas).shape({ $ref: '#/components/schemas/Error' });
  const components = new PageComponents();
  const words = shape.description ?? '';
  return {
    id: 'Error',
    title: 'The error object',
    html: `<p>${inlineProse(words)}</p>${shapeHtml(shape, components)}`,
    markdown: `${words}\n\n${shapeMarkdown(shape, components)}`,
  };
}

function errorParts(document: ApiDocument): Part[] {
  const statuses = new Map(
    document.operations
      .flatMap(({ answers }) => answers)
      .flatMap(({ component, status }) => (component === undefined ? [] : [[component, status] as const])),
  );
  return [...document.sharedAnswers].map(([component, answer]) => {
    const id = sharedPartId('error', component);
    const shown = refusals({ ...answer, status: statuses.get(component) ?? '' });
    return {
      ...{ id, name: component },
      html: shown
        .map((refusal) => refusalHtml(refusal))
        .join('')
        .replace('<dt>', `<dt id="${id}">`),
      markdown: shown.map((refusal) => refusalMarkdown(refusal)).join('\n'),
    };
  });
}
