/** The ranges of characters that the fonts of documents have: shared/values/document-characters.json. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DocumentFile, documentFiles } from '#shared/documents/files';
import { HarfBuzz } from '#shared/documents/harfbuzz';
import type { ScriptFont } from '#shared/values/document-characters';

/** Scripts of each font: of `hangul` the syllables alone, since `han` has its other characters. */
const parts: readonly (readonly [ScriptFont, RegExp])[] = [
  ['sans', /./u],
  ['arabic', /./u],
  ['hebrew', /./u],
  ['thai', /./u],
  ['han', /./u],
  ['hangul', /\p{Script=Hangul}/u],
];

/** Control characters, and those that mean something to one font alone. */
const MEANINGLESS = /[\p{Cc}\p{Co}]/u;

/** Steps from bound to bound of each font's ranges, to base 36: start of the first one, its end (exclusive), and so on. */
export async function documentCharacters(root: string): Promise<Record<string, string>> {
  const read = (name: DocumentFile) => readFile(join(root, documentFiles[name]));
  const harfBuzz = await HarfBuzz.load(await read('harfbuzz.wasm'));
  const fonts = parts.map(async ([font, part]) => {
    const codes = harfBuzz.charactersOf(await read(`${font}.ttf`)).filter((code) => {
      const character = String.fromCodePoint(code);
      return part.test(character) && !MEANINGLESS.test(character);
    });
    return [font, steps(codes)] as const;
  });
  return Object.fromEntries(await Promise.all(fonts));
}

function steps(codes: readonly number[]): string {
  const known = new Set(codes);
  const bounds = codes.flatMap((code) => [
    ...(known.has(code - 1) ? [] : [code]),
    ...(known.has(code + 1) ? [] : [code + 1]),
  ]);
  return bounds.map((bound, at) => (bound - (bounds[at - 1] ?? 0)).toString(36)).join(' ');
}
