/** Generated files that are committed: Markdown pages, the summary of the API, and the character ranges of the PDF fonts. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manual } from '#ops/manual';
import { type DocumentFile, documentFiles } from '#shared/documents/files';
import { HarfBuzz } from '#shared/documents/harfbuzz';
import type { ScriptFont } from '#shared/values/document-characters';
import { contractSummary } from './contract-summary';
import { toFile } from './generate';
import { openApiDocument } from './openapi/document';
import { generatedPages } from './pages';

/** Folder of the generated pages. */
export const PAGES = 'docs/generated';

/** Generates the committed files, by path from the repository root. */
export async function committedFiles(root: string): Promise<ReadonlyMap<string, string>> {
  const pages = Object.entries(generatedPages()).map(([name, text]): [string, string] => [`${PAGES}/${name}`, text]);
  return new Map([
    ['docs/operator-tool.md', manual()],
    ['shared/values/document-characters.json', toFile(await documentCharacters(root))],
    [`${PAGES}/contract.txt`, contractSummary(openApiDocument())],
    ...pages,
  ]);
}

const fonts = ['sans', 'arabic', 'hebrew', 'thai', 'han', 'hangul'] as const satisfies readonly ScriptFont[];

/** Control characters, line separators, and private-use characters, whose meaning depends on the font. */
const MEANINGLESS = /[\p{Cc}\p{Co}\p{Zl}\p{Zp}]/u;

/**
 * Computes the character ranges of each font as a list of bounds: start, end (exclusive), start, end, and so on. Each number is
 * the difference from the previous bound, in base 36.
 */
async function documentCharacters(root: string): Promise<Record<string, string>> {
  const read = (name: DocumentFile) => readFile(join(root, documentFiles[name]));
  const harfBuzz = await HarfBuzz.load(await read('harfbuzz.wasm'));
  const ranges = fonts.map(async (font) => {
    const codes = harfBuzz.charactersOf(await read(`${font}.ttf`)).filter((code) => {
      const character = String.fromCodePoint(code);
      // Documents use `hangul` only for Hangul characters. `hangul` also contains other characters, but the preferred font `han`
      // contains most of them.
      return !MEANINGLESS.test(character) && (font !== 'hangul' || /\p{Script=Hangul}/u.test(character));
    });
    return [font, steps(codes)] as const;
  });
  return Object.fromEntries(await Promise.all(ranges));
}

function steps(codes: readonly number[]): string {
  const known = new Set(codes);
  const bounds = codes.flatMap((code) => [
    ...(known.has(code - 1) ? [] : [code]),
    ...(known.has(code + 1) ? [] : [code + 1]),
  ]);
  return bounds.map((bound, at) => (bound - (bounds[at - 1] ?? 0)).toString(36)).join(' ');
}
