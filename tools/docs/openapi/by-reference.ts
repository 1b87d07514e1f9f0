/** The OpenAPI document as it is published: error responses and examples that several operations have are components. */
import { mapObjects } from './for-generators';
import { asObject, isObject, type JsonObject } from './json-schema';

/** Parts that may occur more than once. A component has the name of its first part. */
class Parts {
  readonly #byText = new Map<string, { readonly name: string; readonly part: JsonObject; readonly uses: number }>();

  constructor(private readonly kind: 'responses' | 'examples') {}

  add(name: string, part: JsonObject): void {
    const text = JSON.stringify(part);
    const found = this.#byText.get(text);
    this.#byText.set(text, found === undefined ? { name, part, uses: 1 } : { ...found, uses: found.uses + 1 });
  }

  /** Lists each part once. */
  all(): readonly { readonly name: string; readonly part: JsonObject; readonly uses: number }[] {
    return [...this.#byText.values()];
  }

  /** Returns a reference to the component of a part; `undefined` if the part occurs once. */
  reference(part: JsonObject): JsonObject | undefined {
    const { name, uses } = this.#byText.get(JSON.stringify(part)) ?? { name: '', uses: 0 };
    return uses > 1 ? { $ref: `#/components/${this.kind}/${name}` } : undefined;
  }

  components(change = (part: JsonObject): JsonObject => part): Readonly<Record<string, JsonObject>> {
    return Object.fromEntries(
      this.all()
        .filter(({ uses }) => uses > 1)
        .map(({ name, part }) => [name, change(part)]),
    );
  }
}

/** Replaces error responses and their examples by references if they occur more than once. */
export function byReference(document: JsonObject): JsonObject {
  const paths = asObject(document.paths);
  const components = asObject(document.components);
  const responses = new Parts('responses');
  for (const operation of Object.values(paths).flatMap((item) => Object.values(asObject(item)).map(asObject)))
    for (const [status, response] of Object.entries(asObject(operation.responses)))
      if (isObject(response) && isInlineError(response)) responses.add(`${operation.operationId}-${status}`, response);
  const examples = new Parts('examples');
  for (const { name, part } of responses.all())
    for (const [code, example] of Object.entries(examplesOf(part))) examples.add(`${name}-${code}`, asObject(example));
  const withExamples = (response: JsonObject) =>
    isInlineError(response)
      ? {
          ...response,
          content: mapObjects(asObject(response.content), (media) => ({
            ...media,
            examples: mapObjects(asObject(media.examples), (example) => examples.reference(example) ?? example),
          })),
        }
      : response;
  return {
    ...document,
    paths: mapObjects(paths, (item) =>
      mapObjects(item, (operation) => ({
        ...operation,
        responses: mapObjects(
          asObject(operation.responses),
          (response) => responses.reference(response) ?? withExamples(response),
        ),
      })),
    ),
    components: {
      ...components,
      responses: { ...asObject(components.responses), ...responses.components(withExamples) },
      examples: examples.components(),
    },
  };
}

/** Finds the examples of an error response by their codes. */
function examplesOf(response: JsonObject): JsonObject {
  return asObject(asObject(asObject(response.content)['application/json']).examples);
}

const isInlineError = (response: JsonObject) => Object.keys(examplesOf(response)).length > 0;
