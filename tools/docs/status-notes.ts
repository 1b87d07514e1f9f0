/** Meaning of each HTTP status for callers. */
import { errorCatalogue } from './errors';

const AGAIN = 'Send the same request again. For a creation, use the same `Idempotency-Key`.';

type StatusNote = readonly [status: number, meaning: string, advice: string];

const notes: readonly StatusNote[] = [
  [200, 'Success. `data` contains the result.', ''],
  [201, 'Created. `data` contains the new resource.', ''],
  [202, 'Accepted. We process the request after the response, for example a replay.', ''],
  [304, 'Your copy is current: the `ETag` matches.', 'Use your copy.'],
  [
    400,
    'The request is invalid. `errors` lists the fields. Nothing changed.',
    'Correct the request. You can use the same idempotency key.',
  ],
  [
    401,
    'The key is missing, malformed or unknown, or you have no such user.',
    'Read `reason`. With `USER_NOT_FOUND`, check the `userId`. Otherwise check the key and its environment.',
  ],
  [
    403,
    'The key is valid but does not allow the request, or a requirement is not met.',
    'Read `code`, which shows the requirement. With `FORBIDDEN`, the firewall refused the request as an attack.',
  ],
  [404, 'The path does not exist, or you have no resource with this id.', 'Check the path and the id.'],
  [
    405,
    'The path does not support this method. `Allow` lists the methods that it supports.',
    'Use one of these methods.',
  ],
  [
    409,
    'The request conflicts with the stored state.',
    'If the response has `Retry-After`, nothing was written. Send the same request again after these seconds. Otherwise, read `reason`.',
  ],
  [413, 'The body is too large.', 'Send at most 64 KB, or 6 MB if the operation accepts a file.'],
  [
    415,
    'The body is not JSON, not in UTF-8, or compressed.',
    'Send `content-type: application/json` without `Content-Encoding`.',
  ],
  [
    422,
    'The request is well-formed but cannot be processed, or the idempotency key belongs to another request.',
    'Read `code`. Use a new key for a new request.',
  ],
  [429, 'Too many requests. Nothing changed.', 'Wait for the seconds in `Retry-After`, then send the request again.'],
  [500, 'Internal error. A creation may have succeeded.', `${AGAIN} Send us \`x-request-id\` if the error persists.`],
  [502, 'Internal error. A creation may have succeeded.', AGAIN],
  [
    503,
    'A service that the API depends on does not respond.',
    `First wait for the seconds in \`Retry-After\`. ${AGAIN}`,
  ],
  [504, 'No response in time. A creation may have succeeded.', AGAIN],
];

/** Returns a note for every status of a response. @throws Error if the status of an error code has no note */
export function statusNotes(): readonly StatusNote[] {
  const known = new Set(notes.map(([status]) => status));
  for (const { code, example } of errorCatalogue())
    if (!known.has(example.status)) throw new Error(`${code}: the status ${example.status} has no note`);
  return notes;
}
