import { expect, it } from 'vitest';
import { Sheets } from '#shared/documents/sheets';
import { documentFolder } from '#test/support/document-files';

const folder = documentFolder();
const about = { title: 'Letters', language: 'en', at: new Date(Date.UTC(2026, 0, 15)) };
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

// In one part of a font in 150, the length before the tag `head` ends in the byte of an h: `hhead`, in which `hhea` is found.
it('embeds the box and the heights of the font, whichever letters are used of it', async () => {
  const described = new Set<string>();
  for (let at = 0; at < 400; at += 1) {
    const sheets = await Sheets.begin(about, folder);
    const letters = `${LETTERS[at % 52]}${LETTERS[Math.floor(at / 52)]}`;
    sheets.text(letters, { face: 'regular', size: 10 });
    const [descriptor = ''] = /\/FontBBox[\s\S]*?(?=\/CapHeight)/.exec(await sheets.end()) ?? [];
    described.add(descriptor.trim().split(/\s+/).join(' '));
  }
  expect([...described]).toEqual(['/FontBBox [ -621 -508 2800 1067 ] /ItalicAngle 0 /Ascent 1069 /Descent -293']);
});
