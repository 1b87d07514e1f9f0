import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakLines, inCharacterSet } from '#functions/signatures/document/break-lines';
import {
  parseSignedDeclaration,
  type SignedDeclaration,
} from '#functions/signatures/document/parse-signed-declaration';
import { signaturePdf } from '#functions/signatures/document/signature-pdf';
import { composeDeclarationText } from '#shared/signatures/domain/declaration-text';
import { type SignatureMark, toSignedDeclaration } from '#shared/signatures/domain/signed-declaration';
import type { Language } from '#shared/values/languages';
import { aDeclaration, anAssociatedPerson } from '#test/support/builders/associated-persons';
import { readPdfText } from '#test/support/pdf-text';

const DIGEST = 'ab'.repeat(32);

function aRecord(
  given: {
    readonly typedName?: string;
    readonly mark?: SignatureMark;
    readonly language?: Language;
    readonly userAgent?: string;
  } = {},
): SignedDeclaration {
  const { typedName = 'Lucía Hernández', mark = { kind: 'typed' }, language = 'es' } = given;
  const owner = anAssociatedPerson({ ownershipUnits: 255_000 });
  const declaration = aDeclaration();
  return toSignedDeclaration(owner, declaration, composeDeclarationText(owner, declaration, language), {
    typedName,
    mark,
    ipAddress: '203.0.113.7',
    userAgent: given.userAgent ?? 'Mozilla/5.0',
    atMs: Date.UTC(2026, 0, 16, 12),
  });
}

const drawn: SignatureMark = {
  kind: 'drawn',
  width: 1000,
  height: 400,
  strokes: [
    [0, 0, 1000, 400, 500, 200],
    [10, 10],
  ],
};

describe('the document of a signature', () => {
  it.each([
    ['a typed one', aRecord()],
    ['a drawn one', aRecord({ mark: drawn })],
    ['an English one', aRecord({ language: 'en' })],
    ['one in other scripts', aRecord({ typedName: '王小明 Łukasz Ελένη \u0001\t😀' })],
    ['one of a long word', aRecord({ typedName: 'x'.repeat(400), userAgent: 'y'.repeat(500) })],
  ])('%s is ASCII, always the same, and opens', async (_name, record) => {
    const pdf = await signaturePdf(record, DIGEST);
    expect(pdf).toMatch(/^%PDF-1\.7\n[\n\x20-\x7e]*%%EOF\s*$/);
    expect(await signaturePdf(record, DIGEST)).toBe(pdf);
    const opened = await PDFDocument.load(Buffer.from(pdf), { updateMetadata: false });
    expect(opened.getPageCount()).toBeGreaterThanOrEqual(2);
    expect(opened.getTitle()).toBe(record.declarationText.title);
    expect(opened.getCreationDate()?.toISOString()).toBe(record.signedAt);
    expect(readPdfText(pdf)).toContain(DIGEST);
  });

  it.each([
    ['es', 'Nota: El nombre escrito no es el que figura en la declaración.'],
    ['en', 'Note: The name typed is not the one in the declaration.'],
  ] as const)('says in %s when another name was typed, and only then', async (language, note) => {
    const same = readPdfText(await signaturePdf(aRecord({ language }), DIGEST)).replaceAll(/\s+/g, ' ');
    expect(same).not.toContain(note);
    const other = aRecord({ language, typedName: 'Juan Pérez' });
    const text = readPdfText(await signaturePdf(other, DIGEST)).replaceAll(/\s+/g, ' ');
    expect(text.split(note)).toHaveLength(3);
  });

  it('accepts a record as stored, also one from before names were compared', async () => {
    const { nameDiffers: _unknown, ...former } = aRecord();
    expect(parseSignedDeclaration(new TextEncoder().encode(JSON.stringify(former)))).toEqual(former);

    const record = aRecord({ mark: drawn });
    expect(parseSignedDeclaration(new TextEncoder().encode(JSON.stringify(record)))).toEqual(record);
  });

  it('draws strokes within the page and writes no name in their place', async () => {
    const pdf = await signaturePdf(aRecord({ mark: drawn }), DIGEST);
    const points = [...pdf.matchAll(/([\d.]+) ([\d.]+) [ml]\n/g)].map(([, x, y]) => [Number(x), Number(y)]);
    // Three points, one of them a dot, and the line below.
    expect(points.length).toBe(7);
    for (const [x = 0, y = 0] of points) {
      expect(x).toBeGreaterThanOrEqual(62);
      expect(x).toBeLessThanOrEqual(595.28 - 62 + 0.01);
      expect(y).toBeGreaterThan(62);
      expect(y).toBeLessThan(841.89 - 62);
    }
    expect(pdf).not.toContain('/italic 26 Tf');
    expect(await signaturePdf(aRecord(), DIGEST)).toContain('/italic 26 Tf');
  });

  it('continues on further pages when the text is long', async () => {
    const record = aRecord();
    const paragraphs = Array.from({ length: 60 }, (_, at) => `${at} ${'palabra '.repeat(30)}`);
    const pdf = await signaturePdf({ ...record, declarationText: { ...record.declarationText, paragraphs } }, DIGEST);
    const opened = await PDFDocument.load(Buffer.from(pdf));
    expect(opened.getPageCount()).toBeGreaterThan(4);
    for (const [, y] of pdf.matchAll(/1 0 0 1 [\d.]+ ([\d.-]+) Tm|62 ([\d.-]+) Td/g))
      if (y !== undefined) expect(Number(y)).toBeGreaterThanOrEqual(62);
  });
});

describe('text broken into lines', async () => {
  const metrics = await (await PDFDocument.create()).embedFont(StandardFonts.TimesRomanItalic);
  const characters = new Set(metrics.getCharacterSet());
  const room = { size: 10.5, within: 120 };
  const width = (line: string) => metrics.widthOfTextAtSize(line, room.size);
  // Pairs that are set closer to each other, with spaces and without.
  const words = fc.array(fc.stringMatching(/^[AVWTyo.,Ñé"]{0,30}$/), { maxLength: 40 });

  it('fills each line with as many words as it holds, measured as a whole', () => {
    fc.assert(
      fc.property(words, (all) => {
        const text = all.join(' ');
        const lines = breakLines(text, { metrics, characters }, room);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        for (const [at, line] of lines.entries()) {
          expect(width(line)).toBeLessThanOrEqual(room.within);
          const [next = ''] = (lines[at + 1] ?? 'W'.repeat(30)).split(' ');
          expect(width(`${line} ${next}`) > room.within || width(`${line}${next}`) > room.within).toBe(true);
        }
      }),
    );
  });
});

describe('text in the characters of a standard font', async () => {
  const file = await PDFDocument.create();
  const characters = new Set((await file.embedFont(StandardFonts.Helvetica)).getCharacterSet());

  it.each([
    ['Declaración ñ Á €', 'Declaración ñ Á €'],
    ['Cafe\u0301', 'Café'],
    ['Łukasz Dvořák', 'U+0141ukasz Dvorák'],
    ['王', 'U+738B'],
    ['😀', 'U+1F600'],
    ['a\tb\nc\u00a0d', expect.stringMatching(/^a b c[ \u00a0]d$/)],
    ['\u0000', 'U+0000'],
    ['\ud800', 'U+D800'],
    ['ﬁ', 'fi'],
    ['', ''],
  ])('%j is %j', (text, shown) => {
    expect(inCharacterSet(text, characters)).toEqual(shown);
  });
});
