/** Facts of an operation for the try-it console of its page. */
import { exampleText, type Operation, queryExamples } from './api-document';

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
}

/** Writes the facts of an operation. @returns JSON of {@link TryIt} */
export function tryItData(operation: Operation): string {
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
  };
  return JSON.stringify(data);
}
