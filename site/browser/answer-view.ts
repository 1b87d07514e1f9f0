/** An answer of the service, as the try-it console shows it. */
import { element } from './elements';

export interface AnswerFacts {
  readonly requestLine: string;
  readonly idempotencyKey: string | undefined;
  /** Status and its words, or that there was none. */
  readonly status: string;
  readonly isGood: boolean;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
}

/** Headers that a partner looks at first, in this order. */
const FIRST = ['x-request-id', 'ratelimit', 'ratelimit-policy', 'retry-after', 'idempotency-replayed'];

/** Length above which a text is cut, so that the page stays quick. */
const MOST_CHARACTERS = 100_000;

/** Builds the view below the status. @param repeat the button that sends the request again with its idempotency key */
export function answerView(facts: AnswerFacts, repeat: HTMLButtonElement): HTMLElement[] {
  const { requestLine, idempotencyKey, headers, text } = facts;
  const place = ([name]: readonly [string, string]) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  const lines = headers.toSorted((one, other) => place(one) - place(other)).map(([name, value]) => `${name}: ${value}`);
  return [
    element('p', {}, element('code', {}, requestLine)),
    ...(idempotencyKey === undefined
      ? []
      : [element('p', {}, 'Idempotency-Key: ', element('code', {}, idempotencyKey), ' ', repeat)]),
    ...(lines.length === 0 ? [] : [block('Headers', lines.join('\n'))]),
    block('Body', indented(text)),
  ];
}

function block(label: string, text: string): HTMLElement {
  return element('pre', { tabindex: '0', role: 'region', 'aria-label': label }, element('code', {}, text));
}

/** Breaks JSON into lines; returns another text as it is. */
function indented(text: string): string {
  const shown =
    text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}\n… ${text.length} characters in all` : text;
  try {
    return shown === text ? JSON.stringify(JSON.parse(text), null, 2) : shown;
  } catch {
    return shown;
  }
}
