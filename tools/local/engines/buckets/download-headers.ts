/** Headers of a download that its address asks for: they make a browser save a file instead of showing it. */
import { validateHeaderValue } from 'node:http';
import { S3Error } from './s3-error';

/** Header of the response by the parameter that gives its value. */
const responseHeaders: ReadonlyMap<string, string> = new Map([
  ['response-content-disposition', 'content-disposition'],
  ['response-content-type', 'content-type'],
]);

/** Returns true if a parameter of an address asks for a header. */
export function asksForHeader(parameter: string): boolean {
  return responseHeaders.has(parameter);
}

/** The headers that a query asks for. @throws S3Error for a value that no header can have */
export function askedHeaders(query: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(
    query.flatMap(([parameter, value]) => {
      const header = responseHeaders.get(parameter);
      return header === undefined ? [] : [[header, checked(parameter, value)]];
    }),
  );
}

function checked(parameter: string, value: string): string {
  try {
    validateHeaderValue(parameter, value);
    return value;
  } catch {
    throw new S3Error(400, 'InvalidArgument', `${parameter} is no value of a header`);
  }
}
