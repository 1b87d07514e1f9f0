/** The Postman collection and its environments, which Bruno, Insomnia and others import too. */

import { parse } from 'yaml';
import * as z from 'zod';
import type { JsonObject } from '../openapi/json-schema';
import { currentOperations, type OpenApiDocument, type PlacedOperation } from '../sdk/published-document';
import { exampleRequest, request } from './request';

// Journeys of the Postman collection: the workflows in `docs/workflows` (Arazzo), whose steps pass on what they capture.

const condition = z.object({ condition: z.string() });
const parameter = z.object({ name: z.string(), value: z.string() });

const step = z.object({
  stepId: z.string(),
  description: z.string().optional(),
  operationId: z.string(),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ payload: z.unknown() }).optional(),
  successCriteria: z.array(condition),
  outputs: z.record(z.string(), z.string()).default({}),
  onFailure: z
    .array(z.object({ type: z.literal('retry'), retryAfter: z.number(), retryLimit: z.int() }))
    .max(1)
    .default([]),
});
type Step = z.infer<typeof step>;

const arazzo = z.object({
  workflows: z.array(z.object({ summary: z.string(), description: z.string(), steps: z.array(step) })),
});

/** Values that Postman puts in the place of a workflow's inputs. */
const INPUTS: Readonly<Record<string, string>> = {
  email: '{{$guid}}@example.com',
  idempotencyKey: '{{$guid}}',
};

/**
 * Builds the journeys of an Arazzo document, a folder each.
 * @throws Error when a step names an operation that is not there, or an expression is of a kind that is not known here
 */
function journeys(text: string, operations: readonly PlacedOperation[]): JsonObject[] {
  return arazzo.parse(parse(text)).workflows.map(({ summary, description, steps }) => ({
    name: summary,
    description,
    item: steps.map((each) => stepRequest(each, operations)),
  }));
}

function stepRequest(each: Step, operations: readonly PlacedOperation[]): JsonObject {
  const found = operations.find(({ operation }) => operation.operationId === each.operationId);
  if (found === undefined) throw new Error(`No operation is called ${each.operationId}`);
  const values = each.parameters.map(({ name, value }) => [name, toVariable(value)]);
  return {
    ...request(found, {
      name: sentence(each.stepId),
      description: each.description,
      parameters: Object.fromEntries(values),
      ...(each.requestBody && { body: withVariables(each.requestBody.payload) }),
    }),
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: script(each) } }],
  };
}

/** Makes `Register user` of `registerUser`. */
function sentence(id: string): string {
  const words = id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function withVariables(value: unknown): unknown {
  if (typeof value === 'string') return toVariable(value);
  if (Array.isArray(value)) return value.map(withVariables);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withVariables(member)]));
}

/** Writes a value of a workflow as Postman does. @throws Error for an expression of another kind */
function toVariable(value: string): string {
  if (!value.startsWith('$')) return value;
  const [, output] = /^\$steps\.\w+\.outputs\.(\w+)$/.exec(value) ?? [];
  if (output !== undefined) return `{{${output}}}`;
  const input = INPUTS[value.replace(/^\$inputs\./, '')];
  if (input === undefined) throw new Error(`${value} has no counterpart in Postman`);
  return input;
}

/** Writes the script after the response: it polls where the step says so, tests, and keeps values for later steps. */
function script({ successCriteria, outputs, onFailure: [retry] }: Step): string[] {
  const checks = successCriteria.map(({ condition: text }) => toCheck(text));
  const tests = [
    ...successCriteria.map(({ condition: text }, index) => {
      return `pm.test(${JSON.stringify(text)}, () => pm.expect(${checks[index]}).to.equal(true));`;
    }),
    ...Object.entries(outputs).map(
      ([name, expression]) => `pm.collectionVariables.set('${name}', ${toJavaScript(expression)});`,
    ),
  ];
  const body = 'const body = pm.response.json();';
  if (retry === undefined) return [body, ...tests];
  const [tries, isThere] = ['const tries = Number(pm.variables.get("tries") ?? 0);', `if (${checks.join(' && ')}`];
  return [
    body,
    tries,
    `${isThere} || tries >= ${retry.retryLimit}) {`,
    '  pm.collectionVariables.unset("tries");',
    ...tests.map((line) => `  ${line}`),
    '} else {',
    '  pm.collectionVariables.set("tries", tries + 1);',
    `  setTimeout(() => pm.execution.setNextRequest(pm.info.requestName), ${retry.retryAfter * 1000});`,
    '}',
  ];
}

/** Writes a condition of two sides that are the same. @throws Error for any other */
function toCheck(text: string): string {
  const [, left, right] = /^(\S+) == (.+)$/.exec(text) ?? [];
  if (left === undefined || right === undefined) throw new Error(`The condition is of another kind: ${text}`);
  return `${toJavaScript(left)} == ${toJavaScript(right)}`;
}

function toJavaScript(expression: string): string {
  if (expression === '$statusCode') return 'pm.response.code';
  const [, pointer] = /^\$response\.body#((?:\/\w+)+)$/.exec(expression) ?? [];
  if (pointer !== undefined) return `body${pointer.replace(/\/(\w+)/g, '?.["$1"]')}`;
  const [, output] = /^\$steps\.\w+\.outputs\.(\w+)$/.exec(expression) ?? [];
  if (output !== undefined) return `pm.variables.get("${output}")`;
  if (/^('[^']*'|\d+)$/.test(expression)) return expression;
  throw new Error(`The expression is of another kind: ${expression}`);
}

const FORMAT = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * Builds the collection: journeys in the order of their steps, then every operation by its tag.
 * @param workflows the text of the Arazzo document
 */
export function postmanCollection(document: OpenApiDocument, workflows: string): JsonObject {
  const operations = currentOperations(document);
  const tags = new Map<string, JsonObject[]>();
  for (const each of operations) {
    const [tag] = each.operation.tags;
    tags.set(tag, [...(tags.get(tag) ?? []), exampleRequest(each)]);
  }
  return {
    info: {
      name: 'Partner Ramp API',
      description:
        'Choose an environment and give it your sandbox key. Run the folder Journeys: each creates what it needs, and what it captures (userId, quoteId, transactionId) fills the other requests.',
      schema: FORMAT,
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'partner-api-key', type: 'string' },
        { key: 'value', value: '{{partnerApiKey}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    item: [
      { name: 'Journeys', item: journeys(workflows, operations) },
      ...[...tags].map(([name, item]) => ({ name, item })),
    ],
  };
}

/** Builds the variables of one environment. The key is a secret: Postman does not share it. */
export function postmanEnvironment(name: string, baseUrl: string): JsonObject {
  return {
    name: `Partner Ramp ${name}`,
    values: [
      { key: 'baseUrl', value: baseUrl, type: 'default', enabled: true },
      { key: 'partnerApiKey', value: '', type: 'secret', enabled: true },
    ],
  };
}
