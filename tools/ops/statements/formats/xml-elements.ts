/** Streaming XML reader: passes small element trees to a handler and then frees their memory. */
import { SaxesParser } from 'saxes';
import { MAX_FIELD, refuse } from '#ops/statements/statement';

export interface Element {
  readonly name: string;
  readonly namespace: string;
  /** Attribute values by local name. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  readonly line: number;
  text: string;
}

/** Maximum depth of elements. All elements of camt.053 have a lower depth. */
const MAX_DEPTH = 40;

/** Number of characters that the parser reads between two checks of the limit `MAX_FIELD`. */
const STEP = 16_384;

interface Handlers {
  /**
   * Returns true if `handle` must receive the new element. `handle` receives the element with its children after the end tag.
   * @param around ancestors of the element, root first; their `text` and `children` are empty
   */
  isPart(around: readonly Element[], element: Element): boolean;
  /** Processes an element with its ancestors. The reader frees the element's memory afterwards. */
  handle(part: Element, around: readonly Element[]): void;
}

/** Reads a file in pieces. Rejects document types (DTDs), which can define entities. @throws StatementRefused */
export function xmlElements({ isPart, handle }: Handlers) {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: Element[] = [];
  /** Depth of the open element that `isPart` has selected. */
  let partDepth: number | undefined;
  /** Position of the end of the last tag, text or comment. */
  let endedAt = 0;
  const mark = () => {
    endedAt = parser.position;
  };
  parser.on('error', (error) => refuse(parser.line, `not well-formed XML (${error.message.replace(/^[\d:]+ /, '')})`));
  parser.on('doctype', () => refuse(parser.line, 'a document type (DTD) is not allowed'));
  parser.on('comment', mark);
  parser.on('processinginstruction', mark);
  parser.on('opentag', ({ local, uri, attributes }) => {
    mark();
    const values = Object.values(attributes).map(({ local: name, value }) => [name, value] as const);
    const element: Element = {
      ...{ name: local, namespace: uri, attributes: Object.fromEntries(values) },
      ...{ children: [], line: parser.line, text: '' },
    };
    if (open.length >= MAX_DEPTH) refuse(parser.line, `elements nest deeper than ${MAX_DEPTH}`);
    if (partDepth !== undefined) open.at(-1)?.children.push(element);
    else if (isPart(open, element)) partDepth = open.length;
    open.push(element);
  });
  const addText = (text: string) => {
    mark();
    const element = open.at(-1);
    if (element !== undefined && partDepth !== undefined) element.text += text;
    if (element !== undefined && element.text.length > MAX_FIELD) refuseLong();
  };
  const refuseLong = () => refuse(parser.line, `a text, tag or comment is longer than ${MAX_FIELD / 1024} KB`);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    mark();
    const element = open.pop();
    if (element === undefined || open.length !== partDepth) return;
    partDepth = undefined;
    handle(element, open);
  });
  return {
    write(text: string): void {
      for (let start = 0; start < text.length; start += STEP) {
        parser.write(text.slice(start, start + STEP));
        if (parser.position - endedAt > MAX_FIELD) refuseLong();
      }
    },
    end: () => void parser.close(),
    line: () => parser.line,
  };
}

/** Returns the descendants of an element at a path, for example `Acct/Id/IBAN`. */
export function elementsAt(element: Element, path: string): Element[] {
  return path
    .split('/')
    .reduce<Element[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((one) => one.name === name)),
      [element],
    );
}

/** Returns the first non-empty text at one of the paths, or `undefined`. Reads only the first element of each path. */
export function textAt(element: Element, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const text = elementsAt(element, path)[0]?.text.trim();
    if (text) return text;
  }
  return undefined;
}
