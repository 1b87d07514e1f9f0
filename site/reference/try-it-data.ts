/** Facts of an operation for the try-it console of its page. */
import { type ApiDocument, componentName, exampleText, type Operation, queryExamples } from './api-document';

/** An operation as the console reads it from the page. */
export interface TryIt {
  readonly id: string;
  readonly method: string;
  /** From the root of the stage, with its parameters in braces. */
  readonly path: string;
  readonly needsKey: boolean;
  readonly takesIdempotencyKey: boolean;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly required: boolean;
    readonly example: string;
  }[];
  /** JSON with line breaks; absent where the operation takes no body. */
  readonly body?: string;
  /** JSON pointers into the answer, by the operation and the field that each is good for, with a space between. */
  readonly gives: Readonly<Record<string, string>>;
}

/** Writes the facts of an operation. @returns JSON of {@link TryIt} */
export function tryItData(operation: Operation, links: ApiDocument['links']): string {
  const { id, method, path, needsKey, parameters, body } = operation;
  const prefilled = new Set(queryExamples(parameters).map(({ name }) => name));
  const data: TryIt = {
    ...{ id, method, path, needsKey },
    takesIdempotencyKey: parameters.some(({ component }) => component === 'IdempotencyKey'),
    parameters: parameters.flatMap((parameter) =>
      parameter.in === 'header'
        ? []
        : [
            {
              name: parameter.name,
              in: parameter.in,
              required: parameter.required,
              example: parameter.in === 'path' || prefilled.has(parameter.name) ? exampleText(parameter) : '',
            },
          ],
    ),
    ...(body === undefined ? {} : { body: JSON.stringify(body.example ?? {}, null, 2) }),
    gives: givenBy(operation, links),
  };
  return JSON.stringify(data);
}

/** Finds the uses of an operation's answers by the document's links. */
function givenBy({ answers }: Operation, links: ApiDocument['links']): Record<string, string> {
  const found = answers.flatMap((answer) =>
    Object.values(answer.links).map(({ $ref }) => links.get(componentName($ref))),
  );
  return Object.fromEntries(
    found.flatMap((link) =>
      Object.entries({ ...link?.parameters, ...link?.requestBody }).flatMap(
        ([field, expression]): [string, string][] => {
          const pointer = /^\{?\$response\.body#(\/[^}]*)\}?$/.exec(expression)?.[1];
          return link === undefined || pointer === undefined ? [] : [[`${link.operationId} ${field}`, pointer]];
        },
      ),
    ),
  );
}
