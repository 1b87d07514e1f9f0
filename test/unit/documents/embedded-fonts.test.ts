import { beforeEach, expect, it, vi } from 'vitest';
import { EmbeddedFonts } from '#shared/documents/embedded-fonts';
import { Sheets } from '#shared/documents/sheets';
import { breakIntoLines } from '#shared/documents/text-lines';
import { makeDocumentFolder } from '#test/support/document-files';

makeDocumentFolder();
beforeEach(() => {
  vi.stubEnv('STAGE', 'production');
});
const about = { title: 'Letters', language: 'en', at: new Date(Date.UTC(2026, 0, 15)) } as const;

// The case LT: in this font subset, the byte before the table tag `head` is an `h`. A plain search for the tag `hhea` would then
// match in `hhead`. This occurs in one of 150 subsets.
it.each(['AB', 'lF', 'LT'])('embeds the box and the heights of the font, of which %s is used', async (letters) => {
  const sheets = await Sheets.begin(about);
  sheets.text(letters, { face: 'regular', size: 10 });
  const [descriptor = ''] = /\/FontBBox[\s\S]*?(?=\/CapHeight)/.exec(await sheets.end()) ?? [];
  const described = '/FontBBox [ -621 -508 2800 1067 ] /ItalicAngle 0 /Ascent 1069 /Descent -293';
  expect(descriptor.trim().split(/\s+/).join(' ')).toBe(described);
});

it.each([
  ['one character', 'a 😀 b', 30],
  ['several that are joined', 'a 👨‍👩‍👧 b', 40],
  ['two that are equal', '😀😀', 30],
  ['one in a text from right to left', 'שלום 😀 עולם', 400],
  ['one that is broken there', 'שלום 😀 עולם', 30],
])('extracts a character that no font has once, where its code points wrap: %s', async (_, text, within) => {
  const fonts = await EmbeddedFonts.load();
  const shaperFor = fonts.shaper.bind(fonts);
  const runs = breakIntoLines(text, { face: 'regular', size: 10, within, shaperFor }).flat();
  const extracted = runs.map((run) => run.insteadOf ?? '').join('');
  expect(extracted).toBe(text.replaceAll(/[a-z\u05d0-\u05ea ]/g, ''));
});
