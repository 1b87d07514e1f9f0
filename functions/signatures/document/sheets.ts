/**
 * Pages of plain text and lines. Content goes out as it is, uncompressed, since the gateway passes text only:
 * the whole file is ASCII.
 */
import {
  beginText,
  endText,
  LineCapStyle,
  LineJoinStyle,
  lineTo,
  moveText,
  moveTo,
  PDFContentStream,
  PDFDocument,
  type PDFFont,
  PDFName,
  type PDFOperator,
  type PDFPage,
  StandardFonts,
  setFontAndSize,
  setLineCap,
  setLineJoin,
  setLineWidth,
  showText,
  stroke,
} from '@cantoo/pdf-lib';
import { inCharacterSet } from './win-ansi';

// A4 in points.
const WIDTH = 595.28;
const HEIGHT = 841.89;
const MARGIN = 62;
const COLUMN = WIDTH - 2 * MARGIN;
// Where a reader has no Helvetica, the letters in its place may be wider by a tenth.
const LINE = 0.9 * COLUMN;
const LEADING = 1.4;

const faces = {
  regular: StandardFonts.Helvetica,
  bold: StandardFonts.HelveticaBold,
  italic: StandardFonts.TimesRomanItalic,
} as const;
export type Face = keyof typeof faces;

/** What the file says of itself. The same title and instant always make the same bytes. */
export interface SheetsTitle {
  readonly title: string;
  readonly language: string;
  readonly at: Date;
}

export interface Typeface {
  readonly face: Face;
  /** Points. */
  readonly size: number;
}

/** Writes from top to bottom, and goes on on a new page where one is full. */
export class Sheets {
  private page: PDFPage;
  private operators: PDFOperator[] = [];
  /** Height of the last line above the lower edge, in points. */
  private y = HEIGHT - MARGIN;

  private constructor(
    private readonly file: PDFDocument,
    private readonly fonts: Readonly<Record<Face, PDFFont>>,
  ) {
    this.page = this.nextPage();
  }

  static async begin({ title, language, at }: SheetsTitle): Promise<Sheets> {
    const file = await PDFDocument.create({ updateMetadata: false });
    file.setTitle(title);
    file.setLanguage(language);
    file.setProducer('Partner Ramp');
    file.setCreationDate(at);
    file.setModificationDate(at);
    const fonts = {
      regular: await file.embedFont(faces.regular),
      bold: await file.embedFont(faces.bold),
      italic: await file.embedFont(faces.italic),
    };
    return new Sheets(file, fonts);
  }

  /** Writes a paragraph, broken into lines. */
  text(text: string, { face, size }: Typeface): void {
    const font = this.fonts[face];
    for (const line of brokenLines(text, font, size)) {
      this.down(size * LEADING);
      this.operators.push(
        beginText(),
        setFontAndSize(face, size),
        moveText(MARGIN, this.y),
        showText(font.encodeText(line)),
        endText(),
      );
    }
  }

  /** Leaves points free, unless a page begins here. */
  gap(points: number): void {
    this.y -= points;
  }

  /** Draws a line across the column. */
  rule(): void {
    this.down(6);
    this.operators.push(setLineWidth(0.5), moveTo(MARGIN, this.y), lineTo(WIDTH - MARGIN, this.y), stroke());
  }

  /** Draws strokes (x, y, x, y … from the top left of a sheet of the given size) in a box of the given height. */
  drawing(
    strokes: readonly (readonly number[])[],
    sheet: { width: number; height: number },
    height: number,
  ): void {
    this.down(height);
    const scale = Math.min(COLUMN / sheet.width, height / sheet.height);
    this.operators.push(setLineWidth(1.2), setLineCap(LineCapStyle.Round), setLineJoin(LineJoinStyle.Round));
    for (const path of strokes) {
      // A point alone is a line of no length, which round caps make a dot.
      const points = path.length === 2 ? [...path, ...path] : path;
      for (let at = 0; at + 1 < points.length; at += 2) {
        const x = rounded(MARGIN + (points[at] ?? 0) * scale);
        const y = rounded(this.y + (sheet.height - (points[at + 1] ?? 0)) * scale);
        this.operators.push(at === 0 ? moveTo(x, y) : lineTo(x, y));
      }
      this.operators.push(stroke());
    }
  }

  /** Goes on on a new page. */
  breakPage(): void {
    this.finishPage();
    this.page = this.nextPage();
    this.y = HEIGHT - MARGIN;
  }

  /** The file as ASCII text. */
  async end(): Promise<string> {
    this.finishPage();
    const bytes = await this.file.save({
      useObjectStreams: false,
      addDefaultPage: false,
      updateFieldAppearances: false,
    });
    // The four bytes of the second line only hint to old transfer programs that the file is not text.
    bytes.set(new TextEncoder().encode('text'), bytes.indexOf(NEWLINE) + 2);
    if (bytes.some((byte) => byte > 0x7e))
      throw new Error('The document has come out with bytes that are not ASCII');
    return Buffer.from(bytes).toString('latin1');
  }

  private down(points: number): void {
    if (this.y - points < MARGIN) this.breakPage();
    this.y -= points;
  }

  private nextPage(): PDFPage {
    const page = this.file.addPage([WIDTH, HEIGHT]);
    for (const [face, { ref }] of Object.entries(this.fonts))
      page.node.setFontDictionary(PDFName.of(face), ref);
    return page;
  }

  private finishPage(): void {
    const { context } = this.file;
    const content = PDFContentStream.of(context.obj({}), this.operators, false);
    this.page.node.set(PDFName.of('Contents'), context.register(content));
    this.operators = [];
  }
}

const NEWLINE = 0x0a;

function rounded(points: number): number {
  return Math.round(points * 100) / 100;
}

/** Lines that stay within the column; a word that is wider itself is broken wherever it has to be. */
function brokenLines(text: string, font: PDFFont, size: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= LINE;
  const lines: string[] = [];
  let line = '';
  for (const word of inCharacterSet(text, new Set(font.getCharacterSet())).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const character of word) {
      if (!fits(line + character)) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  return [...lines, line];
}
