/** Elements of an XML file as small trees, each let go of once it is read. */
import { SaxesParser } from 'saxes';
import { MAX_FIELD, refuse } from '#ops/statements/statement';

export interface Element {
  readonly name: string;
  readonly namespace: string;
  /** Attributes by local name. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  readonly line: number;
  text: string;
}

/** Deeper than any element of camt.053. */
const MAX_DEPTH = 40;

/** Characters that the parser takes between two checks of the bound of a field. */
const STEP = 16_384;

interface Handlers {
  /** Returns true if a new element is handed over whole as it ends. @param around its ancestors, the root first, without what they hold */
  isPart(around: readonly Element[], element: Element): boolean;
  /** Takes a part with its ancestors; it is let go of afterwards. */
  handle(part: Element, around: readonly Element[]): void;
}

/** Reads a file in pieces. Document types, and with them entities of one's own, are refused. @throws StatementRefused */
export function xmlElements({ isPart, handle }: Handlers) {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: Element[] = [];
  /** Depth of the part that is open. */
  let partDepth: number | undefined;
  /** Position at which the last tag, text or comment ended. */
  let endedAt = 0;
  const mark = () => {
    endedAt = parser.position;
  };
  parser.on('error', (error) => refuse(parser.line, `no well-formed XML (${error.message.replace(/^[\d:]+ /, '')})`));
  parser.on('doctype', () => refuse(parser.line, 'a document type is not taken'));
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

/** The elements below one, along a path such as `Acct/Id/IBAN`. */
export function elementsAt(element: Element, path: string): Element[] {
  return path
    .split('/')
    .reduce<Element[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((one) => one.name === name)),
      [element],
    );
}

/** The text of the first element along one of the paths; `undefined` if there is none, or an empty one. */
export function textAt(element: Element, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const text = elementsAt(element, path)[0]?.text.trim();
    if (text) return text;
  }
  return undefined;
}
