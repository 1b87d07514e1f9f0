/** The text of a document that a handler drew, for a plain program to draw it too. */
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Call } from '#local/metering/http-calls';
import { documentFiles } from '#shared/documents/files';

/** A text on one line. */
export interface DrawnText {
  /** Path of the TrueType file. */
  readonly font: string;
  /** Points, as are the distances from the left and from the top of the page. */
  readonly size: number;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

const REPOSITORY = join(import.meta.dirname, '../..');
const FONTS = new Map<string, string>(
  Object.entries(documentFiles).map(([name, path]) => [name.replace(/\.ttf$/, ''), join(REPOSITORY, path)]),
);

/** @returns the text of the document among the calls, page by page; undefined when none is stored */
export async function drawnText(calls: readonly Call[]): Promise<readonly (readonly DrawnText[])[] | undefined> {
  const file = calls.find(({ method, body }) => method === 'PUT' && body.startsWith('%PDF'));
  if (file === undefined) return undefined;
  const loading = getDocument({ data: Uint8Array.from(Buffer.from(file.body, 'latin1')), verbosity: 0 });
  const document = await loading.promise;
  const pages: DrawnText[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    // Has the page's fonts read, which tell their names.
    await page.getOperatorList();
    const [, , , height = 0] = page.view;
    const { items } = await page.getTextContent();
    pages.push(
      items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const { name } = page.commonObjs.get(item.fontName) as { readonly name: string };
        const font = FONTS.get(name.replace(/^[A-Z]{6}\+/, ''));
        if (font === undefined) throw new Error(`A document has the font ${name}, which no file is known of`);
        const [size = 0, , , , x = 0, y = 0]: number[] = item.transform;
        return [{ font, size, x, y: height - y, text: item.str }];
      }),
    );
  }
  await loading.destroy();
  return pages;
}
