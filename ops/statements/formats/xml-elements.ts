/** Elements of an XML file as small trees, each let go of once it is read. */
import { SaxesParser } from 'saxes';
import { refuse } from '#ops/statements/statement';

export interface Element {
  readonly name: string;
  readonly namespace: string;
  /** By local name. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  readonly line: number;
  text: string;
}

/** Deeper than any element of camt.053. */
const MAX_DEPTH = 40;

/**
 * Reads a file in pieces. Document types, and with them entities of one's own, are refused.
 * @param depth of the elements that are handed over whole as they end, 1 for the root
 * @param handle takes such an element with those around it, the root first; it is let go of afterwards
 */
export function xmlElements(depth: number, handle: (element: Element, around: readonly Element[]) => void) {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: Element[] = [];
  parser.on('error', (error) => refuse(parser.line, `no well-formed XML (${error.message.replace(/^[\d:]+ /, '')})`));
  parser.on('doctype', () => refuse(parser.line, 'a document type is not taken'));
  parser.on('opentag', ({ local, uri, attributes }) => {
    const values = Object.values(attributes).map(({ local: name, value }) => [name, value] as const);
    const element: Element = {
      ...{ name: local, namespace: uri, attributes: Object.fromEntries(values) },
      ...{ children: [], line: parser.line, text: '' },
    };
    if (open.length >= MAX_DEPTH) refuse(parser.line, `elements nest deeper than ${MAX_DEPTH}`);
    // Elements above the depth are kept without what they hold.
    if (open.length >= depth) open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element !== undefined && open.length >= depth) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element !== undefined && open.length === depth - 1) handle(element, open);
  });
  return {
    write: (text: string) => void parser.write(text),
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

/** The text of the first element along one of the paths; `undefined` where there is none, or an empty one. */
export function textAt(element: Element, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const text = elementsAt(element, path)[0]?.text.trim();
    if (text) return text;
  }
  return undefined;
}
