import type { TryIt } from '../reference/try-it-data';
import type { AnswerFacts } from './answer-view';
import { type Entered, requestFor } from './try-it-request';

/** Sends a request to this service. Where no answer comes, the text of the answer says so. */
export async function exchange(operation: TryIt, entered: Entered): Promise<AnswerFacts> {
  const { idempotencyKey } = entered;
  const root = (document.documentElement.dataset.root ?? '/').replace(/\/$/, '');
  const requestLine = `${operation.method} ${operation.path}`;
  try {
    const { path, init } = requestFor(operation, entered);
    const response = await fetch(`${root}${path}`, init);
    return {
      ...{ requestLine, idempotencyKey, text: await readText(response) },
      status: `${response.status} ${response.statusText}`.trim(),
      isGood: response.ok,
      headers: [...response.headers],
    };
  } catch {
    return {
      ...{ requestLine, idempotencyKey, headers: [], isGood: false, status: 'No answer' },
      text: 'The service could not be reached. What was asked may have happened: send it again with the same idempotency key.',
    };
  }
}

/** Reads the text of an answer; of a file its size and its type. */
async function readText(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? '';
  if (type === '' || /json|text|javascript/.test(type)) return response.text();
  return `${(await response.blob()).size} bytes of ${type}`;
}
