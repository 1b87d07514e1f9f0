import { inflateSync } from 'node:zlib';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noBranding } from '#shared/partners/domain/branding';
import { receiptPdf, type ShownReceipt } from '#shared/transactions/receipts/shown-receipt';
import { aBrand } from '#test/support/builders/branding';
import { makeDocumentFolder } from '#test/support/document-files';
import { aPng } from '#test/support/logos';
import { getDocument, OPS } from '#test/support/pdf-js';
import { readPdfText } from '#test/support/pdf-text';

makeDocumentFolder();
const madeAtMs = Date.UTC(2026, 0, 16, 12);

const shown: ShownReceipt = {
  title: 'Comprobante',
  rows: [
    ['Ordenante', 'Łukasz Đorđević'],
    ['Beneficiario', '王小明'],
    ['Monto pagado', '2,000.01 MXN'],
  ],
  disclosures: ['Partner Ramp hizo el pago.'],
};

const pdfOf = (receipt = shown, branding = noBranding) => receiptPdf(receipt, { language: 'es', madeAtMs, branding });

/** Returns the sizes of the images that a PDF reader draws on the first page. */
async function picturesOf(file: string) {
  const loading = getDocument({ data: new TextEncoder().encode(file), verbosity: 0 });
  const page = await (await loading.promise).getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList();
  const pictures = fnArray.flatMap((operator, at) =>
    operator === OPS.paintImageXObject ? [argsArray[at].slice(1)] : [],
  );
  await loading.destroy();
  return pictures;
}

beforeEach(() => {
  vi.stubEnv('STAGE', 'production');
});

async function pageTexts(file: string): Promise<string[]> {
  const loading = getDocument({ data: new TextEncoder().encode(file), verbosity: 0 });
  const document = await loading.promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
  }
  await loading.destroy();
  return texts;
}

describe('the mark of a test', () => {
  const long = { ...shown, disclosures: Array.from({ length: 120 }, (_, at) => `Cláusula ${at} ${'x'.repeat(200)}`) };

  it.each([
    ['en', 'Sandbox. Not a payment.'],
    ['es', 'Entorno de pruebas. No es un pago.'],
    ['pt', 'Ambiente de testes. Não é um pagamento.'],
  ] as const)('in %s stands at the top of each page of a sandbox, as tagged text', async (language, mark) => {
    vi.stubEnv('STAGE', 'sandbox');
    const file = await receiptPdf(long, { language, madeAtMs, branding: noBranding });
    const texts = await pageTexts(file);
    expect(texts.length).toBeGreaterThan(2);
    for (const text of texts) expect(text.startsWith(mark)).toBe(true);
    expect(file).toContain('/P <</MCID 0>> BDC\nq\n');
    expect(await receiptPdf(long, { language, madeAtMs, branding: noBranding })).toBe(file);
  });

  it('is on no page in production', async () => {
    for (const text of await pageTexts(await pdfOf(long))) expect(text).not.toContain('Entorno de pruebas');
  });
});

describe('the PDF of a receipt', () => {
  it('is text, always the same, and tagged', async () => {
    const pdf = await pdfOf();
    expect(pdf).toMatch(/^%PDF-1\.7\n%éé\n/);
    expect(pdf.replaceAll(/[\n\x20-\x7e]/g, '')).toMatch(/^éé/);
    expect(await pdfOf()).toBe(pdf);
    expect(pdf.length).toBeLessThan(150_000);
    const opened = await PDFDocument.load(Buffer.from(pdf), { updateMetadata: false });
    expect([opened.getTitle(), opened.getPageCount()]).toEqual(['Comprobante', 1]);
    expect(String(opened.catalog.get(PDFName.of('Lang')))).toBe('(es)');
  });

  it('has each label before its value, and names as they are', async () => {
    const text = await readPdfText(await pdfOf());
    for (const [label, value] of shown.rows) expect(text).toContain(`${label} ${value}`);
    expect(text).toContain('Partner Ramp hizo el pago.');
    expect(text).not.toContain('U+');
  });

  it('keeps label and value on one page, however long they are', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => [`Etiqueta ${at}`, 'una palabra '.repeat(20)] as const);
    const pdf = await pdfOf({ ...shown, rows });
    const opened = await PDFDocument.load(Buffer.from(pdf));
    expect(opened.getPageCount()).toBeGreaterThan(1);
    for (const [, y] of pdf.matchAll(/^[\d.]+ (-?[\d.]+) Td$/gm)) expect(Number(y)).toBeGreaterThanOrEqual(62);
    const text = await readPdfText(pdf);
    for (const [label] of rows) expect(text).toContain(`${label} una palabra una palabra`);
  });

  it('gives the number of a character that no font has, and says so', async () => {
    const text = await readPdfText(await pdfOf({ ...shown, rows: [['Ordenante', 'Ana 😀']] }));
    expect(text).toContain('Ana ‹U+1F600›');
    expect(text).toContain('por su número de Unicode');
    expect(await readPdfText(await pdfOf())).not.toContain('Unicode');
  });

  it("shows the partner's name in its colour, its logo with a text, help and privacy notice", async () => {
    const brand = aBrand();
    const pdf = await pdfOf(shown, brand);
    const text = await readPdfText(pdf);
    expect(text.startsWith('Remesas Ejemplo Partner Ramp Comprobante')).toBe(true);
    expect(text).toContain('Ayuda de Remesas Ejemplo: https://partner.example.com/help');
    expect(text).toContain('Aviso de privacidad de Remesas Ejemplo: https://partner.example.com/privacy');
    // The color #0b6e4f as fractions of 255.
    expect(pdf).toContain('0.043 0.431 0.31 rg');
    expect(await picturesOf(pdf)).toEqual([[200, 80]]);
    expect(pdf).toContain(
      `/Alt <FEFF${Buffer.from('Logotipo de Remesas Ejemplo', 'utf16le').swap16().toString('hex').toUpperCase()}>`,
    );
    expect(await pdfOf(shown, brand)).toBe(pdf);
  });

  it('lays a logo on white, so that the file needs no transparency', async () => {
    const png = aPng(20, 16, { transparent: true });
    const logo = { sha256: 'ab'.repeat(32), width: 20, height: 16, png: png.toString('base64') };
    const pdf = await pdfOf(shown, aBrand({ displayName: undefined, logo }));
    expect(pdf).not.toMatch(/\/SMask|\/Mask/);
    const [, hex = ''] = /\/Subtype \/Image[\s\S]*?stream\n([0-9a-f]+)>/.exec(pdf) ?? [];
    const pixels = inflateSync(Buffer.from(hex, 'hex'));
    expect(pixels.length).toBe(20 * 16 * 3);
    expect([...pixels.subarray(20 * 3, 20 * 3 + 3)]).toEqual([11, 110, 79]);
    expect([...pixels.subarray(39 * 3, 39 * 3 + 3)]).toEqual([255, 255, 255]);
  });

  it('is as calm as before for a partner that has set nothing', async () => {
    const pdf = await pdfOf();
    expect(pdf).not.toMatch(/ rg |picture-1/);
    expect((await readPdfText(pdf)).startsWith('Partner Ramp Comprobante')).toBe(true);
  });
});
