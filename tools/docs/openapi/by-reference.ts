/** Moves error responses and examples that several operations have into components, for the published OpenAPI document. */
import { mapObjects } from './for-generators';
import { asObject, type JsonObject } from './json-schema';

type Part = readonly [name: string, part: JsonObject];

/** Replaces repeated error responses and examples with references. */
export function byReference(document: JsonObject): JsonObject {
  const paths = asObject(document.paths);
  const components = asObject(document.components);
  const operations = Object.values(paths).flatMap((item) => Object.values(asObject(item)).map(asObject));
  const errors = operations.flatMap(({ operationId, responses }) =>
    Object.entries(asObject(responses))
      .map(([status, response]): Part => [`${operationId}-${status}`, asObject(response)])
      .filter(([, response]) => Object.keys(examplesOf(response)).length > 0),
  );
  const responses = shared('responses', errors);
  const examples = shared(
    'examples',
    [...responses.distinct.values()].flatMap(([name, response]) =>
      Object.entries(examplesOf(response)).map(([code, example]): Part => [`${name}-${code}`, asObject(example)]),
    ),
  );
  const withExamples = (response: JsonObject): JsonObject =>
    Object.keys(examplesOf(response)).length === 0
      ? response
      : {
          ...response,
          content: mapObjects(asObject(response.content), (media) => ({
            ...media,
            examples: mapObjects(asObject(media.examples), examples.refer),
          })),
        };
  const toPublished = (response: JsonObject) => withExamples(responses.refer(response));
  return {
    ...document,
    paths: mapObjects(paths, (item) =>
      mapObjects(item, (operation) => ({
        ...operation,
        responses: mapObjects(asObject(operation.responses), toPublished),
      })),
    ),
    components: {
      ...components,
      responses: { ...asObject(components.responses), ...mapObjects(responses.components, withExamples) },
      examples: examples.components,
    },
  };
}

/** Finds the examples of an error response, by code. */
function examplesOf({ content }: JsonObject): JsonObject {
  return asObject(asObject(asObject(content)['application/json']).examples);
}

/** Creates components for repeated parts. A component has the name of the first occurrence of the part. */
function shared(kind: 'responses' | 'examples', parts: readonly Part[]) {
  const distinct = new Map<string, Part>();
  const repeated = new Map<string, Part>();
  for (const part of parts) {
    const text = JSON.stringify(part[1]);
    const first = distinct.get(text);
    if (first === undefined) distinct.set(text, part);
    else repeated.set(text, first);
  }
  const refer = (part: JsonObject): JsonObject => {
    const [name] = repeated.get(JSON.stringify(part)) ?? [];
    return name === undefined ? part : { $ref: `#/components/${kind}/${name}` };
  };
  return { distinct, refer, components: Object.fromEntries(repeated.values()) };
}
