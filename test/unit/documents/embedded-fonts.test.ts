import { expect, it } from 'vitest';
import { Sheets } from '#shared/documents/sheets';
import { documentFolder } from '#test/support/document-files';

const folder = documentFolder();
const about = { title: 'Letters', language: 'en', at: new Date(Date.UTC(2026, 0, 15)) };

// In one part of a font in 150, that of L and T for one, the length before the tag `head` ends in the byte of an h: `hhead`, in which `hhea` is found.
it.each(['AB', 'lF', 'LT'])('embeds the box and the heights of the font, of which %s is used', async (letters) => {
  const sheets = await Sheets.begin(about, folder);
  sheets.text(letters, { face: 'regular', size: 10 });
  const [descriptor = ''] = /\/FontBBox[\s\S]*?(?=\/CapHeight)/.exec(await sheets.end()) ?? [];
  const described = '/FontBBox [ -621 -508 2800 1067 ] /ItalicAngle 0 /Ascent 1069 /Descent -293';
  expect(descriptor.trim().split(/\s+/).join(' ')).toBe(described);
});
