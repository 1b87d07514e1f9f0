import { PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noBranding } from '#shared/partners/domain/branding';
import { parseSignedDeclaration, type SignedDeclaration } from '#shared/signatures/document/parse-signed-declaration';
import { signaturePdf } from '#shared/signatures/document/signature-pdf';
import { composeDeclarationText } from '#shared/signatures/domain/declaration-text';
import { type SignatureMark, toSignedDeclaration } from '#shared/signatures/domain/signed-declaration';
import type { Language } from '#shared/values/languages';
import { sha256Hex } from '#shared/values/sha256';
import { aDeclaration, anAssociatedPerson } from '#test/support/builders/associated-persons';
import { aBrand } from '#test/support/builders/branding';
import { makeDocumentFolder } from '#test/support/document-files';
import { readPdfText } from '#test/support/pdf-text';

const DIGEST = 'ab'.repeat(32);
const MADE_AT = Date.UTC(2026, 0, 16, 12, 30);
makeDocumentFolder();
const pdfOf = (record: SignedDeclaration, branding = noBranding) =>
  signaturePdf(record, { sha256: DIGEST, madeAtMs: MADE_AT, branding });

function aRecord(
  given: {
    readonly typedName?: string;
    readonly mark?: SignatureMark;
    readonly language?: Language;
    readonly userAgent?: string;
    readonly firstName?: string;
  } = {},
) {
  const { typedName = 'Lucía Hernández', mark = { kind: 'typed' }, language = 'es', firstName = 'Lucía' } = given;
  const owner = anAssociatedPerson({ ownershipUnits: 255_000, firstName });
  const declaration = aDeclaration();
  return toSignedDeclaration(owner, declaration, composeDeclarationText(owner, declaration, language), {
    typedName,
    mark,
    ipAddress: '203.0.113.7',
    userAgent: given.userAgent ?? 'Mozilla/5.0',
    atMs: Date.UTC(2026, 0, 16, 12),
    opened: { atMs: Date.UTC(2026, 0, 16, 11, 58), ipAddress: '203.0.113.8', userAgent: 'Opener/1.0' },
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

beforeEach(() => {
  vi.stubEnv('STAGE', 'production');
});

it('has the mark of a test on each page in the sandbox alone', async () => {
  const mark = 'Ambiente de testes. Não é um pagamento.';
  const occurrences = async () => (await readPdfText(await pdfOf(aRecord({ language: 'pt' })))).split(mark).length - 1;
  expect(await occurrences()).toBe(0);
  vi.stubEnv('STAGE', 'sandbox');
  const pages = (await PDFDocument.load(Buffer.from(await pdfOf(aRecord({ language: 'pt' }))))).getPageCount();
  expect(await occurrences()).toBe(pages);
});

describe('the document of a signature', () => {
  it.each([
    ['a typed one', aRecord()],
    ['a drawn one', aRecord({ mark: drawn })],
    ['an English one', aRecord({ language: 'en' })],
    ['a Portuguese one', aRecord({ language: 'pt' })],
    ['one of a long word', aRecord({ typedName: 'x'.repeat(400), userAgent: 'y'.repeat(500) })],
    ['one of a long word in two scripts', aRecord({ typedName: 'x王'.repeat(400) })],
  ])('%s is text, always the same, and opens', async (_name, record) => {
    const pdf = await pdfOf(record);
    expect(pdf).toMatch(/^%PDF-1\.7\n%éé\n/);
    expect(pdf.replaceAll(/[\n\x20-\x7e]/g, '')).toMatch(/^éé/);
    expect(await pdfOf(record)).toBe(pdf);
    const opened = await PDFDocument.load(Buffer.from(pdf), { updateMetadata: false });
    expect(opened.getPageCount()).toBeGreaterThanOrEqual(2);
    expect(opened.getTitle()).toBe(record.declarationText.title);
    expect(opened.getCreationDate()?.toISOString()).toBe(new Date(MADE_AT).toISOString());
    const text = await readPdfText(pdf);
    expect(text).toContain(DIGEST);
    expect(text).toContain(record.typedName.slice(0, 30));
  });

  it.each([
    'Łukasz Đorđević Ωμέγα 王小明 ć',
    'Nguyễn Thị Ánh Tuyết Đặng',
    'Иван Щербаков Ђорђе',
    'محمد بن علي الأنصاري',
    'דוד בן־גוריון',
    'สมชาย ใจดี',
    'さくら 髙﨑',
    '김민준 박서연',
    '王小明',
    'n\u0308 ẹ\u0301 O\u0323\u0300',
  ])('has the name %j as it is, which a foreign reader takes out again', async (name) => {
    const text = await readPdfText(await pdfOf(aRecord({ typedName: name, firstName: name })));
    // The name occurs at least four times: in the declaration, as the owner's name, as the signature, and next to the signature.
    expect(text.split(name.normalize('NFC')).length - 1).toBeGreaterThanOrEqual(4);
    expect(text).not.toContain('U+');
  });

  it('gives the number of a character that no font has, and never another character', async () => {
    const pdf = await pdfOf(aRecord({ typedName: '𠮷田 Արամ', userAgent: 'a\u0001b 😀' }));
    const text = await readPdfText(pdf);
    for (const shown of ['‹U+20BB7›田', '‹U+0531›', 'a‹U+0001›b ‹U+1F600›', 'por su número de Unicode'])
      expect(text).toContain(shown);
    // PDF readers that support `ActualText` extract "𠮷" and "😀" (UTF-16).
    expect(pdf).toContain('/ActualText <FEFFD842DFB7>');
    expect(pdf).toContain('/ActualText <FEFFD83DDE00>');
    const twice = await pdfOf(aRecord({ typedName: '😀😀', userAgent: 'a' }));
    // The character occurs twice in the signature and twice next to it.
    expect(twice.split('/ActualText <FEFFD83DDE00>')).toHaveLength(5);
    expect(await readPdfText(await pdfOf(aRecord()))).not.toContain('por su número de Unicode');
  });

  it.each([
    ['es', 'Nota: El nombre escrito no es el que figura en la declaración.'],
    ['en', 'Note: The name typed is not the one in the declaration.'],
    ['pt', 'Observação: O nome digitado não é o que consta na declaração.'],
  ] as const)('says in %s when another name was typed, and only then', async (language, note) => {
    expect(await readPdfText(await pdfOf(aRecord({ language })))).not.toContain(note);
    const text = await readPdfText(await pdfOf(aRecord({ language, typedName: 'Juan Pérez' })));
    expect(text.split(note)).toHaveLength(3);
  });

  it('accepts a record as stored', () => {
    const parse = (record: object) => parseSignedDeclaration(new TextEncoder().encode(JSON.stringify(record)));
    const record = aRecord({ mark: drawn });
    expect(parse(record)).toEqual(record);
  });

  it('certifies its events in UTC, each with the hash of the one before', async () => {
    const record = aRecord({ language: 'en' });
    const text = await readPdfText(await pdfOf(record));
    const steps = [
      ['1. The signature was requested', '2026-01-15 12:00:00.000 UTC'],
      ['2. The link was opened for the first time', '2026-01-16 11:58:00.000 UTC', '203.0.113.8', 'Opener/1.0'],
      ['3. Consent was given to the text shown', '2026-01-16 12:00:00.000 UTC', '203.0.113.7', 'Mozilla/5.0'],
      ['4. The declaration was signed', '2026-01-16 12:00:00.000 UTC', '203.0.113.7', 'Mozilla/5.0'],
      ['5. This document was made', '2026-01-16 12:30:00.000 UTC', DIGEST],
    ];
    const sections = text.split(/(?=\d\. (?:The|Consent|This) )/).slice(1);
    expect(sections).toHaveLength(steps.length);
    for (const [at, parts] of steps.entries()) for (const part of parts) expect(sections[at]).toContain(part);
    const hashes = sections.map((section) => /Hash of the event: ([0-9a-f]{64})/.exec(section)?.[1]);
    const before = sections.map((section) => /Hash of the event before: (none|[0-9a-f]{64})/.exec(section)?.[1]);
    expect(before).toEqual(['none', ...hashes.slice(0, -1)]);
    expect(hashes.slice(0, -1)).toEqual(record.events.map(({ sha256 }) => sha256));
    expect(text).toContain(`SHA-256 of the consent: ${sha256Hex(record.declarationText.consent)}`);
    expect(text).toContain(`SHA-256 of the text shown: ${record.textSha256}`);
    expect(text).toContain('Legal form: Simple electronic signature');
  });

  it('is tagged, and has its language, its fonts and the meaning of its colours in itself', async () => {
    const opened = await PDFDocument.load(Buffer.from(await pdfOf(aRecord({ mark: drawn }))));
    const { catalog, context } = opened;
    expect(String(catalog.get(PDFName.of('Lang')))).toBe('(es)');
    expect(String(catalog.lookup(PDFName.of('MarkInfo')))).toContain('/Marked true');
    const objects = context.enumerateIndirectObjects().map(([, object]) => object);
    const dictionaries = objects.flatMap((object) =>
      object instanceof PDFDict ? [object] : object instanceof PDFRawStream ? [object.dict] : [],
    );
    const named = (name: string, value: string) =>
      dictionaries.filter((one) => one.get(PDFName.of(name)) === PDFName.of(value));
    expect(named('S', 'H1')).toHaveLength(2);
    expect(named('S', 'H2').length).toBeGreaterThanOrEqual(4);
    expect(named('S', 'P').length).toBeGreaterThan(20);
    const [figure] = named('S', 'Figure');
    expect(figure?.lookup(PDFName.of('Alt'))).toEqual(expect.objectContaining({}));
    const descriptors = named('Type', 'FontDescriptor');
    expect(descriptors.length).toBe(named('Subtype', 'Type0').length);
    for (const descriptor of descriptors) expect(descriptor.has(PDFName.of('FontFile2'))).toBe(true);
    const metadata = objects.find(
      (one) => one instanceof PDFRawStream && one.dict.get(PDFName.of('Subtype')) === PDFName.of('XML'),
    );
    const xmp = metadata instanceof PDFRawStream ? Buffer.from(metadata.contents).toString() : '';
    expect(xmp).toContain('<pdfaid:part>2</pdfaid:part>\n<pdfaid:conformance>A</pdfaid:conformance>');
    expect(xmp).toContain('<xmp:CreateDate>2026-01-16T12:30:00Z</xmp:CreateDate>');
    expect(
      named('Type', 'OutputIntent').length + String(catalog.lookup(PDFName.of('OutputIntents'))).length,
    ).toBeGreaterThan(0);
  });

  it('names the partner in its first lines, with the logo, and where help is', async () => {
    const brand = aBrand();
    const pdf = await pdfOf(aRecord(), brand);
    const text = await readPdfText(pdf);
    expect(text.startsWith(`${brand.displayName} `)).toBe(true);
    expect(text).toContain(`Ayuda de ${brand.displayName}: ${brand.helpUrl}`);
    expect(text).toContain(`Aviso de privacidad de ${brand.displayName}: ${brand.privacyUrl}`);
    expect(pdf).toMatch(/\/Figure <<\/MCID 0>> BDC\nq\n[\d. ]+ cm\n\/picture-1 Do\nQ\nEMC/);
    expect(await pdfOf(aRecord(), brand)).toBe(pdf);
    expect(await pdfOf(aRecord())).not.toContain('/picture-1');
  });

  it('stays small: fonts have the glyphs in use alone', async () => {
    expect((await pdfOf(aRecord())).length).toBeLessThan(150_000);
    expect((await pdfOf(aRecord({ typedName: '王小明 김민준 محمد' }))).length).toBeLessThan(200_000);
  });

  it('draws strokes within the page and writes no name in their place', async () => {
    const pdf = await pdfOf(aRecord({ mark: drawn }));
    const points = [...pdf.matchAll(/^([\d.]+) ([\d.]+) [ml]$/gm)].map(([, x, y]) => [Number(x), Number(y)]);
    // Three points of the first stroke, two of the dot, and two of the line below the signature.
    expect(points.length).toBe(7);
    for (const [x = 0, y = 0] of points) {
      expect(x).toBeGreaterThanOrEqual(62);
      expect(x).toBeLessThanOrEqual(595.28 - 62 + 0.01);
      expect(y).toBeGreaterThan(62);
      expect(y).toBeLessThan(841.89 - 62);
    }
    expect(pdf).not.toContain('/sans-italic 26 Tf');
    expect(await pdfOf(aRecord())).toContain('/sans-italic 26 Tf');
  });

  it('continues on further pages when the text is long', async () => {
    const record = aRecord();
    const paragraphs = Array.from({ length: 60 }, (_, at) => `${at} ${'palabra '.repeat(30)}`);
    const pdf = await pdfOf({ ...record, declarationText: { ...record.declarationText, paragraphs } });
    const opened = await PDFDocument.load(Buffer.from(pdf));
    expect(opened.getPageCount()).toBeGreaterThan(4);
    const heights = [...pdf.matchAll(/^62 ([\d.-]+) Td$/gm)].map(([, y]) => Number(y));
    expect(heights.length).toBeGreaterThan(100);
    for (const y of heights) expect(y).toBeGreaterThanOrEqual(62);
  });
});
