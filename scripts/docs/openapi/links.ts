/** Links of the OpenAPI document: from the ids in an answer to the operations that take them. */
import { docsFor } from '#scripts/docs/endpoint-docs';
import { type EndpointRow, endpoints } from '#shared/api/endpoints';
import { asObject, type IdPlace, idsAnswered, idsTaken, type Resource, resourceOf } from './id-places';
import type { JsonObject } from './json-schema';

/** The subject of an answer: the field with its id, and the resource that it names where the operation does not say it. */
interface Subject {
  readonly field: string;
  readonly resource?: Resource;
  /** The operations that are meant, if not all that take the id. */
  readonly operations?: readonly string[];
}

const transaction: Subject = { field: 'id', resource: 'transaction' };
const verification: Subject = { field: 'userId', operations: ['getUser', 'getUserKyc', 'decideVerification'] };

/** By component of an answer that is one resource. */
const subjects: Readonly<Record<string, Subject>> = {
  CreatedUser: { field: 'userId' },
  User: { field: 'id', resource: 'user' },
  StartedKyc: verification,
  Kyc: verification,
  EndedVerificationLink: verification,
  AssociatedPerson: { field: 'id', resource: 'person' },
  SignatureEntry: { field: 'associatedPersonId' },
  RampQuote: { field: 'quoteId' },
  RampQuoteDetail: { field: 'quoteId' },
  CrossRampQuote: { field: 'quoteId' },
  CrossRampQuoteDetail: { field: 'quoteId' },
  OnRampTransaction: transaction,
  OffRampTransaction: transaction,
  CrossRampTransaction: transaction,
  TransactionItem: transaction,
  CancelledTransaction: transaction,
  ExecutedOffRamp: transaction,
  BankAccountRecord: { field: 'id' },
  Receiver: { field: 'id', resource: 'receiver' },
  Wallet: { field: 'id', resource: 'wallet' },
  WebhookNotification: { field: 'id', resource: 'notification' },
  WebhookEndpoint: { field: 'id', resource: 'webhookEndpoint' },
};

/** Components of answers, and fields of any answer, whose ids lead nowhere; each with its reason. */
export const leadsNowhere: Readonly<Record<string, string>> = {
  Deleted: 'What was deleted cannot be asked for.',
  Receipt: 'A receipt is asked for by its transaction.',
  ReturnReceipt: 'A receipt is asked for by its transaction.',
  receiptId: 'A receipt is asked for by its transaction.',
  originalReceiptId: 'A receipt is asked for by its transaction.',
  WebhookSettings: 'A partner has one set of settings, which is asked for without an id.',
  AllowedAddresses: 'They are of the key of the call, which is asked for without an id.',
  Branding: 'A partner has one branding, which is asked for without an id.',
  partnerId: 'It names the caller.',
  verificationId: 'A verification is asked for by its user.',
};

/** Operations that take ids of these answers alone. */
const onlyAfter: Readonly<Record<string, readonly string[]>> = {
  executeOffRamp: ['OffRampTransaction', 'TransactionItem'],
};

/** The operations that answer what other answers name, and not the answers' own subject. */
const readers: ReadonlySet<string> = new Set(['getUser', 'getReceiver']);

type Ids = ReadonlyMap<Resource, string>;

/** An answer as links see it: what it is about, and the expressions of all ids that are known once it is there. */
interface Source {
  readonly row: EndpointRow;
  readonly component: string;
  readonly subject: Subject & { readonly resource: Resource };
  readonly answered: ReadonlySet<Resource>;
  readonly ids: Ids;
}

interface NamedLink {
  readonly name: string;
  readonly operationId: string;
  readonly link: JsonObject;
}

type Places = ReadonlyMap<EndpointRow, readonly IdPlace[]>;

/**
 * The document with links on every answer that is one resource. Each is a component, named by the operation that it
 * leads to and by where the ids stand. An id that may be null makes no link, since there may be nothing to send.
 * @throws Error for an id whose meaning or use no table says
 */
export function withLinks(document: JsonObject): JsonObject {
  const components = asObject(document.components);
  const schemas = asObject(components.schemas);
  const paths = { ...asObject(document.paths) };
  const operationOf = ({ path, method }: EndpointRow) => asObject(asObject(paths[path])[method.toLowerCase()]);
  const rows = endpoints.filter(({ scope }) => scope === 'partner');
  const places: Places = new Map(rows.map((row) => [row, idsTaken(row, operationOf(row), schemas)]));
  const all = rows.map((row) => [row, linksOf(row, schemas, places)] as const);
  for (const [row, links] of all) {
    if (links.length === 0) continue;
    const operation = withLinksOnAnswer(operationOf(row), row.id, links);
    paths[row.path] = { ...asObject(paths[row.path]), [row.method.toLowerCase()]: operation };
  }
  const named = all.flatMap(([, links]) => links.map(({ name, link }): [string, JsonObject] => [name, link]));
  const inOrder = Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...document, paths, components: { ...components, links: inOrder } };
}

function withLinksOnAnswer(operation: JsonObject, id: string, own: readonly NamedLink[]): JsonObject {
  const status = String(docsFor(id).contract.status);
  const responses = asObject(operation.responses);
  const links = Object.fromEntries(
    own.map(({ name, operationId }) => [operationId, { $ref: `#/components/links/${name}` }]),
  );
  return { ...operation, responses: { ...responses, [status]: { ...asObject(responses[status]), links } } };
}

function linksOf(row: EndpointRow, schemas: JsonObject, places: Places): NamedLink[] {
  const source = sourceOf(row, schemas, places);
  if (source === undefined) return [];
  return [...places].flatMap(([target, taken]): NamedLink[] => {
    const given = taken.filter(({ resource }) => source.ids.has(resource));
    const missing = taken.some((place) => place.in === 'path' && !given.includes(place));
    return missing || !isMeant(target, given, source) ? [] : [toLink(target, given, source.ids)];
  });
}

/** @throws Error for an answer with ids that `subjects` does not know */
function sourceOf(row: EndpointRow, schemas: JsonObject, places: Places): Source | undefined {
  const { response: component, file } = docsFor(row.id).contract;
  const fields = idsAnswered(asObject(schemas[component]), schemas).filter((name) => leadsNowhere[name] === undefined);
  if (fields.length === 0 || file !== undefined || leadsNowhere[component] !== undefined) return undefined;
  const found = subjects[component];
  if (found === undefined || !fields.includes(found.field))
    throw new Error(`${row.id} answers ids, and scripts/docs/openapi/links.ts does not say what ${component} is about`);
  const subject = { ...found, resource: found.resource ?? resourceOf(row, found.field) };
  const inPath = (places.get(row) ?? []).filter((place) => place.in === 'path');
  const others = fields.filter((name) => name !== subject.field).map((name) => [resourceOf(row, name), name] as const);
  const answered = [...others, [subject.resource, subject.field] as const];
  return {
    row,
    component,
    subject,
    answered: new Set(answered.map(([resource]) => resource)),
    ids: new Map([
      ...inPath.map(({ resource, name }) => [resource, `$request.path.${name}`] as const),
      ...answered.map(([resource, name]) => [resource, `$response.body#/data/${name}`] as const),
    ]),
  };
}

/** Returns true for an operation that takes the id of an answer. */
function isMeant(
  { id }: EndpointRow,
  given: readonly IdPlace[],
  { row, component, subject, answered }: Source,
): boolean {
  if (id === row.id || !(onlyAfter[id]?.includes(component) ?? true)) return false;
  if (given.some(({ resource }) => resource === subject.resource)) return subject.operations?.includes(id) ?? true;
  return readers.has(id) && given.some(({ resource }) => answered.has(resource));
}

function toLink({ id, summary }: EndpointRow, given: readonly IdPlace[], ids: Ids): NamedLink {
  const values = given.map((place) => ({ ...place, expression: ids.get(place.resource) ?? '' }));
  const parameters = values.filter((value) => value.in !== 'body').map(({ name, expression }) => [name, expression]);
  const body = values.filter((value) => value.in === 'body').map(({ name, expression }) => [name, `{${expression}}`]);
  const sources = new Set(
    values.map(({ expression }) => expression.replace(/^\$(response\.body#\/data\/|request\.)/, '')),
  );
  return {
    name: [id, ...sources].join('.'),
    operationId: id,
    link: {
      operationId: id,
      ...(parameters.length === 0 ? {} : { parameters: Object.fromEntries(parameters) }),
      ...(body.length === 0 ? {} : { requestBody: Object.fromEntries(body) }),
      description: summary,
    },
  };
}
