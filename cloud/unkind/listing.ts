import { toRecord } from './calls';
import type { List } from './lists';

/** An answer with a list, whose items can be taken out and put back. */
export interface Listing {
  readonly items: readonly ListedItem[];
  /** The token of the cloud behind, where it has more. */
  readonly token: string | undefined;
  /** The answer with these items alone, and with this token or none. */
  with(items: readonly ListedItem[], token: string | undefined): Buffer;
}

export interface ListedItem {
  /** As it stands in the answer. */
  readonly text: string;
  /** Epoch ms; absent where the service does not say when it was made. */
  readonly createdMs: number | undefined;
}

/** Reads a list of a service that answers in JSON. @returns undefined for an answer without it */
export function jsonListing(body: Buffer, { items: name, gives, flag, created }: List): Listing | undefined {
  const answer = toRecord(body);
  const found = answer[name];
  if (!Array.isArray(found)) return undefined;
  const { [gives]: token, ...others } = answer;
  return {
    items: found.map((item: unknown) => {
      const text = JSON.stringify(item);
      const at = created === undefined ? undefined : toRecord(Buffer.from(text))[created];
      return { text, createdMs: toMs(at) };
    }),
    token: typeof token === 'string' && token !== '' ? token : undefined,
    with: (items, next) =>
      Buffer.from(
        JSON.stringify({
          ...others,
          [name]: items.map(({ text }): unknown => JSON.parse(text)),
          ...(next !== undefined && { [gives]: next }),
          ...(flag !== undefined && { [flag]: next !== undefined }),
        }),
      ),
  };
}

/** Reads a list of a service that answers in XML, whose items are the members of one element. @returns undefined for an answer without it */
export function xmlListing(body: Buffer, { items: name, gives, flag, created }: List): Listing | undefined {
  const text = body.toString('utf8');
  const start = text.indexOf(`<${name}>`);
  if (start === -1) return undefined;
  const { children, end } = childrenFrom(text, start + name.length + 2);
  const tokenForm = new RegExp(`<${gives}>([^<]*)</${gives}>`, 'g');
  // A token of the answer stands beside the list; elements of that name within items stay.
  const [head, tail] = [text.slice(0, start), text.slice(end + name.length + 3)];
  const token = [...`${head}${tail}`.matchAll(tokenForm)].at(-1)?.[1];
  const beside = (part: string) => {
    const bare = part.replaceAll(tokenForm, '');
    return flag === undefined ? bare : bare.replaceAll(new RegExp(`<${flag}>[^<]*</${flag}>`, 'g'), '');
  };
  return {
    items: children.map((child) => {
      const at = created && new RegExp(`<${created}>([^<]*)<`).exec(child)?.[1];
      return { text: child, createdMs: toMs(at) };
    }),
    token: token === '' ? undefined : token,
    with: (items, next) =>
      Buffer.from(
        [
          beside(head),
          `<${name}>${items.map((item) => item.text).join('')}</${name}>`,
          next === undefined ? '' : `<${gives}>${next}</${gives}>`,
          flag === undefined ? '' : `<${flag}>${next !== undefined}</${flag}>`,
          beside(tail),
        ].join(''),
      ),
  };
}

/** The elements that begin at a place, up to the end of the one around them. */
function childrenFrom(text: string, from: number): { readonly children: string[]; readonly end: number } {
  const tags = /<(\/?)[\w:.-]+(?:\s[^>]*?)?(\/?)>/g;
  tags.lastIndex = from;
  const children: string[] = [];
  let depth = 0;
  let start = from;
  for (let tag = tags.exec(text); tag !== null; tag = tags.exec(text)) {
    const [, isEnd, isEmpty] = tag;
    if (isEnd === '/' && depth === 0) return { children, end: tag.index };
    if (isEnd !== '/' && depth === 0) start = tag.index;
    if (isEnd === '/') depth -= 1;
    else if (isEmpty !== '/') depth += 1;
    if (depth === 0) children.push(text.slice(start, tags.lastIndex));
  }
  return { children, end: text.length };
}

/** A time as services write it: ISO 8601, epoch seconds, or epoch ms. */
function toMs(value: unknown): number | undefined {
  if (typeof value === 'number') return value < 100_000_000_000 ? value * 1000 : value;
  if (typeof value !== 'string') return undefined;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? undefined : ms;
}
