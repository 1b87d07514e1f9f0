/** Fonts of a PDF document. A font is read when a character first needs it, and only the used glyphs are embedded. */
import { deflateSync } from 'node:zlib';
import * as pdf from '@cantoo/pdf-lib';
import { readDocumentFile } from './files';
import { FontCutter, type Glyph, HarfBuzz, type Shaper } from './harfbuzz';
import type { DocumentFont, Run } from './text-lines';

/** A glyph and the text that it represents. Each combination has a separate character code in the document. */
interface CodedGlyph {
  readonly glyph: number;
  readonly text: string;
  /** In thousandths of the font size. */
  readonly width: number;
}

interface OpenFont {
  readonly name: DocumentFont;
  readonly content: Uint8Array;
  readonly shaper: Shaper;
  /** Glyphs by character code. Code 0 is reserved for the missing-character glyph. */
  readonly coded: Map<number, CodedGlyph>;
  readonly codes: Map<string, number>;
}

/** Stream filters that encode bytes as ASCII, because the API gateway passes only text. */
const ASCII = ['ASCIIHexDecode', 'FlateDecode'];

export class EmbeddedFonts {
  readonly #open = new Map<DocumentFont, OpenFont>();

  private constructor(private readonly harfBuzz: HarfBuzz) {}

  static async load(): Promise<EmbeddedFonts> {
    return new EmbeddedFonts(await HarfBuzz.load(readDocumentFile('harfbuzz.wasm')));
  }

  shaper(name: DocumentFont): Shaper {
    return this.#font(name).shaper;
  }

  /** Returns the PDF operators that draw the glyphs of a run at the current position. `size` is in points. */
  show(run: Run, size: number): string {
    const font = this.#font(run.font);
    const operators = [`/${run.font} ${size} Tf`];
    let shown = '';
    let move = 0;
    let rise = 0;
    const end = () => {
      operators.push(`[${shown}${move === 0 ? '' : ` ${-move}`}] TJ`);
      shown = '';
      move = 0;
    };
    for (const { text, glyph } of textOfGlyphs(run)) {
      if (glyph.yOffset !== rise) {
        if (shown !== '') end();
        rise = glyph.yOffset;
        operators.push(`${decimal((rise * size) / 1000)} Ts`);
      }
      move += Math.round(glyph.xOffset);
      if (move !== 0) shown += ` ${-move} `;
      const code = codeOf(font, { glyph: glyph.id, text, width: glyph.width });
      shown += `<${code.toString(16).toUpperCase().padStart(4, '0')}>`;
      move = Math.round(glyph.advance - glyph.width - glyph.xOffset);
    }
    end();
    if (rise !== 0) operators.push('0 Ts');
    return operators.join('\n').replaceAll('><', '');
  }

  /** Embeds the used fonts in the PDF. Returns their references by the font names that the pages use. */
  async embed(context: pdf.PDFContext): Promise<Record<string, pdf.PDFRef>> {
    const cutter = await FontCutter.load(readDocumentFile('harfbuzz-subset.wasm'));
    const used = [...this.#open.values()].filter(({ coded }) => coded.size > 0);
    return Object.fromEntries(
      used.map((font) => {
        const glyphs = [...font.coded.values()].map(({ glyph }) => glyph);
        return [font.name, embedFont(context, font, cutter.cut(font.content, glyphs))];
      }),
    );
  }

  #font(name: DocumentFont): OpenFont {
    const known = this.#open.get(name);
    if (known !== undefined) return known;
    const content = readDocumentFile(`${name}.ttf`);
    const font = { name, content, shaper: this.harfBuzz.open(content), coded: new Map(), codes: new Map() };
    this.#open.set(name, font);
    return font;
  }
}

/**
 * Returns each glyph of a run with the text that PDF readers extract for the glyph. If a group of glyphs draws
 * several characters, each glyph with a width gets one character. The last one gets all remaining characters. Combining marks
 * have no width.
 */
function textOfGlyphs({ text, glyphs, level }: Run) {
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].toSorted((one, other) => one - other);
  const texts = new Map<Glyph, string>();
  for (const [at, start] of starts.entries()) {
    const drawn = glyphs.filter(({ cluster }) => cluster === start);
    const wide = drawn.filter(({ width }) => width > 0);
    const telling = wide.length > 0 ? wide : drawn.slice(0, 1);
    const characters = [...text.slice(start, starts[at + 1])];
    for (const [place, glyph] of (level % 2 === 0 ? telling : telling.toReversed()).entries()) {
      const isLast = place === telling.length - 1;
      texts.set(glyph, characters.splice(0, isLast ? characters.length : 1).join(''));
    }
  }
  return glyphs.map((glyph) => ({ glyph, text: texts.get(glyph) ?? '' }));
}

/**
 * Character codes for glyphs without text: invisible Unicode characters (category Cf). If a PDF reader shows the code itself as a
 * character, this character is invisible.
 */
const SILENT_CODES = [0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0x200b, 0x200c, 0x200d, 0x206a, 0x206b, 0x206c, 0x206d];

function codeOf({ coded, codes }: OpenFont, glyph: CodedGlyph): number {
  const key = `${glyph.glyph} ${glyph.text}`;
  const known = codes.get(key);
  if (known !== undefined) return known;
  const silent = glyph.text === '' ? SILENT_CODES.find((one) => !coded.has(one)) : undefined;
  const code = silent ?? coded.size + 1;
  coded.set(code, glyph);
  codes.set(key, code);
  return code;
}

/**
 * Embeds a font as a PDF composite font with TrueType outlines:
 * https://opensource.adobe.com/dc-acrobat-sdk-docs/standards/pdfstandards/pdf/PDF32000_2008.pdf, 9.7.
 */
function embedFont(context: pdf.PDFContext, { name, coded }: OpenFont, subset: Uint8Array): pdf.PDFRef {
  const baseFont = `${subsetTag(coded)}+${name}`;
  const { bounds, ascent, descent } = readMetrics(subset);
  const glyphs = Buffer.alloc(2 * ([...coded.keys()].reduce((most, code) => Math.max(most, code), 0) + 1));
  for (const [code, { glyph }] of coded) glyphs.writeUInt16BE(glyph, 2 * code);
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: baseFont,
      // Flag "symbolic": the font has custom character codes.
      Flags: 4,
      FontBBox: [...bounds],
      ItalicAngle: name === 'sans-italic' ? -12 : 0,
      Ascent: ascent,
      Descent: descent,
      CapHeight: ascent,
      StemV: name === 'sans-bold' ? 140 : 80,
      FontFile2: context.register(asciiStream(context, subset, { Length1: subset.length })),
    }),
  );
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: baseFont,
      CIDSystemInfo: { Registry: pdf.PDFString.of('Adobe'), Ordering: pdf.PDFString.of('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      W: [...coded].flatMap(([code, { width }]) => [code, [Math.round(width)]]),
      CIDToGIDMap: context.register(asciiStream(context, glyphs)),
    }),
  );
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: baseFont,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: context.register(asciiStream(context, Buffer.from(toUnicode(coded)))),
    }),
  );
}

export function asciiStream(
  context: pdf.PDFContext,
  content: Uint8Array,
  entries: Readonly<Record<string, number>> = {},
): pdf.PDFRawStream {
  const dictionary = context.obj({ Filter: ASCII });
  for (const [name, value] of Object.entries(entries)) dictionary.set(pdf.PDFName.of(name), context.obj(value));
  return pdf.PDFRawStream.of(dictionary, Buffer.from(`${deflateSync(content).toString('hex')}>`));
}

/** Returns the font's bounding box, ascent and descent, in thousandths of the font size. Our fonts have 1,000 units per em. */
function readMetrics(font: Uint8Array) {
  const content = Buffer.from(font);
  // The font's table directory has 16 bytes per table: tag, checksum, offset, length.
  const rows = Array.from({ length: content.readUInt16BE(4) }, (_, at) => 12 + 16 * at);
  const table = (tag: string): number => {
    const row = rows.find((at) => content.toString('latin1', at, at + 4) === tag);
    if (row === undefined) throw new Error(`The font has no table ${tag}`);
    return content.readUInt32BE(row + 8);
  };
  const [head, hhea] = [table('head'), table('hhea')];
  const bounds = [0, 2, 4, 6].map((offset) => content.readInt16BE(head + 36 + offset));
  return { bounds, ascent: content.readInt16BE(hhea + 4), descent: content.readInt16BE(hhea + 6) };
}

/** Returns six capital letters computed from the glyphs. PDF requires this tag before the name of a subset font. */
function subsetTag(coded: OpenFont['coded']): string {
  let sum = coded.size;
  for (const { glyph } of coded.values()) sum = (sum * 31 + glyph) % 26 ** 6;
  return Array.from({ length: 6 }, (_, at) => String.fromCharCode(65 + (Math.floor(sum / 26 ** at) % 26))).join('');
}

/** Returns the ToUnicode table, which maps character codes to text, in blocks of at most 100 lines. */
function toUnicode(coded: OpenFont['coded']): string {
  const lines = [...coded].map(([code, { text }]) => `<${code.toString(16).padStart(4, '0')}> <${utf16(text)}>`);
  const parts: string[] = [];
  for (let at = 0; at < lines.length; at += 100) {
    const part = lines.slice(at, at + 100);
    parts.push(`${part.length} beginbfchar`, ...part, 'endbfchar');
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    ...parts,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n');
}

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex');
}

/** Formats a number for PDF content streams: without exponent, with at most three decimals. */
export function decimal(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
