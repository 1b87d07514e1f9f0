import { expect, it } from 'vitest';
import { Sheets } from '#shared/documents/sheets';
import { documentFolder } from '#test/support/document-files';

const folder = documentFolder();
const about = { title: 'Letters', language: 'en', at: new Date(Date.UTC(2026, 0, 15)) };
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

// Of some hundred parts of a font one has a table of outlines whose length ends in the byte of an h, right before the tag `head`: `hhead` holds `hhea`.
it('embeds the box and the heights of the font, whichever letters are used of it', async () => {
  const described = new Set<string>();
  for (let at = 0; at < 400; at += 1) {
    const sheets = await Sheets.begin(about, folder);
    const letters = `${LETTERS[at % 52]}${LETTERS[Math.floor(at / 52)]}`;
    sheets.text(letters, { face: 'regular', size: 10 });
    const [box, , ascent, descent] =
      /\/FontBBox \[.*?\]\s+(\/ItalicAngle)[\s\S]*?(\/Ascent -?\d+)\s+(\/Descent -?\d+)/.exec(await sheets.end()) ?? [];
    described.add(`${box?.split(']')[0]} ${ascent} ${descent}`);
  }
  expect([...described]).toEqual(['/FontBBox [ -621 -508 2800 1067  /Ascent 1069 /Descent -293']);
});
