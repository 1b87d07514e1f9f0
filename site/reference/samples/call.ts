/** The call that every sample of an operation makes. */
import { exampleText, type Operation, queryExamples } from '../api-document';

export interface Call {
  readonly method: string;
  /** Path and query, from the root of the stage. */
  readonly address: string;
  readonly needsKey: boolean;
  readonly takesIdempotencyKey: boolean;
  /** Example of the body; `undefined` where the operation takes none. */
  readonly body: unknown;
}

export function exampleCall(operation: Operation): Call {
  const { method, needsKey, body, parameters } = operation;
  return {
    ...{ method, needsKey, address: exampleAddress(operation), body: body?.example },
    takesIdempotencyKey: parameters.some(({ component }) => component === 'IdempotencyKey'),
  };
}

/** Fills the examples of its parameters into a path, from the root of the stage. */
function exampleAddress({ path, parameters }: Operation): string {
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (text, parameter) => text.replace(`{${parameter.name}}`, () => encodeURIComponent(exampleText(parameter))),
      path,
    );
  const query = new URLSearchParams(
    Object.fromEntries(queryExamples(parameters).map((parameter) => [parameter.name, exampleText(parameter)])),
  );
  return query.size === 0 ? filled : `${filled}?${query}`;
}
