/** Validates responses and webhooks with the OpenAPI document. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { openApiDocument } from '#docs/openapi/document';
import { asObject, isObject, type JsonObject } from '#docs/openapi/json-schema';
import { eventNames } from '#shared/webhooks/domain/events';

const document = openApiDocument();
const paths = Object.values(asObject(document.paths)).flatMap((item) => Object.values(asObject(item)).map(asObject));
const operations = new Map(paths.map((operation) => [String(operation.operationId), operation]));

/**
 * Makes a schema reject undocumented fields. Partners must accept new fields; tests must not. Schemas inside `if`, `then` and
 * `else` are unchanged, because they list only some of the fields.
 */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, closed(part)]));
  const isWhole = value.type === 'object' && isObject(value.properties) && value.allOf === undefined;
  return isWhole ? { additionalProperties: false, ...inner } : inner;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const components = asObject(document.components);
ajv.addSchema({ $id: 'openapi', components: { ...components, schemas: closed(components.schemas) } });

/** Cache of compiled validators by schema text, because most error responses have the same schema. */
const compiled = new Map<string, ValidateFunction>();

function errorsOf(name: string, schema: JsonObject, value: unknown): string[] {
  const text = whole(schema);
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
  compiled.set(text, validate);
  return validate(value)
    ? []
    : (validate.errors ?? []).map((error) => `${name} ${error.instancePath} ${error.message}`);
}

/** Returns a schema as JSON text. The schema rejects undocumented fields and refers to the components in the schema `openapi`. */
function whole(schema: JsonObject): string {
  return JSON.stringify(closed(schema)).replaceAll('"#/components/', '"openapi#/components/');
}

/** Returns the differences between a response and its documentation in the OpenAPI document. Does not check files. */
export function responseMismatches(id: string, status: number, body: unknown): string[] {
  const name = `${id} ${status}`;
  const responses = asObject(operations.get(id)?.responses);
  const named = responses[String(status)];
  if (named === undefined) return [`${name} is not documented`];
  const { $ref } = asObject(named);
  const shared = asObject(components.responses)[String($ref).replace('#/components/responses/', '')];
  const content = asObject(asObject($ref === undefined ? named : shared).content);
  const media = asObject(content['application/json']);
  if (content['application/json'] === undefined) return [];
  // A recorded response without a body is a file. This operation returns JSON or a file.
  if (body === undefined && Object.keys(content).length > 1) return [];
  const codes = Object.values(asObject(media.examples ?? { only: { value: media.example } })).map(
    (example) => asObject(asObject(example).value).code,
  );
  const { code } = asObject(body);
  const undocumented = status >= 400 && !codes.includes(code) ? [`${name} has the code ${String(code)}`] : [];
  return [...undocumented, ...errorsOf(name, asObject(media.schema), body)];
}

/** Returns the differences between a webhook and the documented payload of its event. */
export function webhookMismatches(payload: unknown): string[] {
  const event = String(asObject(payload).event);
  if (!eventNames.some((name) => name === event)) return [`${event} is no event`];
  const union = asObject(asObject(components.schemas).WebhookEvent);
  const $ref = asObject(asObject(union.discriminator).mapping)[event];
  return errorsOf(event, { $ref }, payload);
}
