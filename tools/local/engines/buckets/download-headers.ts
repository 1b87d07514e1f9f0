/** The query of a download URL can specify response headers, with which a browser saves the file instead of showing it. */
import { validateHeaderValue } from 'node:http';
import { S3Error } from './s3-error';

/** Response header of each query parameter. */
const responseHeaders: ReadonlyMap<string, string> = new Map([
  ['response-content-disposition', 'content-disposition'],
  ['response-content-type', 'content-type'],
]);

/** Returns true if the query parameter specifies a response header. */
export function asksForHeader(parameter: string): boolean {
  return responseHeaders.has(parameter);
}

/** Returns the response headers that a query specifies. @throws S3Error for an invalid header value */
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
    throw new S3Error(400, 'InvalidArgument', `${parameter} is not a valid header value`);
  }
}
