/** Meaning of each HTTP status to a caller, for the documentation. */
import { errorCatalogue } from './errors';

export interface StatusNote {
  readonly status: number;
  readonly meaning: string;
  /** Next step of the caller. */
  readonly advice: string;
}

const AGAIN = 'Send the same request again, a creation with the same `Idempotency-Key`.';

const notes: readonly StatusNote[] = [
  { status: 200, meaning: 'Done; `data` is the response.', advice: '' },
  { status: 201, meaning: 'Created; `data` is what was created.', advice: '' },
  { status: 202, meaning: 'Accepted; the rest happens afterwards, as of a replay.', advice: '' },
  { status: 304, meaning: 'You hold the current content, by its `ETag`.', advice: 'Use what you have.' },
  {
    status: 400,
    meaning: 'Something in the request is wrong; `errors` names the fields. Nothing was done.',
    advice: 'Correct it. The idempotency key can be used again.',
  },
  {
    status: 401,
    meaning: 'The key is missing, malformed or unknown, or you have no such user.',
    advice: 'Read the `reason`: with `USER_NOT_FOUND` check the `userId`, else the key and its environment.',
  },
  {
    status: 403,
    meaning: 'The key is right and may not do this, or a requirement is not met.',
    advice: 'Read the code: it names the requirement. The gateway may refuse a request as an attack, with `FORBIDDEN`.',
  },
  {
    status: 404,
    meaning: 'There is no such path, or you have nothing with this id.',
    advice: 'Check the address and the id.',
  },
  { status: 405, meaning: 'The path has other methods, which `Allow` names.', advice: 'Use one of them.' },
  {
    status: 409,
    meaning: 'It does not fit what is stored now.',
    advice:
      'With `Retry-After` nothing was written: send the same request again after it. Without it, read the `reason`.',
  },
  { status: 413, meaning: 'The body is too large.', advice: 'Send less: 64 KB, or 6 MB where an invoice is allowed.' },
  {
    status: 415,
    meaning: 'The body is of another type than JSON, in another character set than UTF-8, or compressed.',
    advice: 'Send `content-type: application/json` and no `Content-Encoding`.',
  },
  {
    status: 422,
    meaning: 'The request is well-formed and cannot be carried out, or an idempotency key came with another request.',
    advice: 'Read the code. A new request takes a new key.',
  },
  {
    status: 429,
    meaning: 'Too many requests; nothing was done.',
    advice: 'Wait for the seconds in `Retry-After`, then send it again.',
  },
  {
    status: 500,
    meaning: 'An error in the service; a creation may have happened.',
    advice: `${AGAIN} Quote \`x-request-id\` if it stays.`,
  },
  { status: 502, meaning: 'An error in the service; a creation may have happened.', advice: AGAIN },
  {
    status: 503,
    meaning: 'Something that we depend on does not respond.',
    advice: `${AGAIN} \`Retry-After\` says when.`,
  },
  { status: 504, meaning: 'No response in time; a creation may have happened.', advice: AGAIN },
];

/** Returns a note for every status that a response can have. @throws Error when an error's status has none */
export function statusNotes(): readonly StatusNote[] {
  const known = new Set(notes.map(({ status }) => status));
  for (const { code, example } of errorCatalogue())
    if (!known.has(example.status)) throw new Error(`${code}: the status ${example.status} has no note`);
  return notes;
}
