/**
 * Pages of plain text and lines. Content goes out as it is, uncompressed, since the gateway passes text only:
 * the whole file is ASCII.
 */
import * as pdf from '@cantoo/pdf-lib';
import { breakLines, type Measured } from './break-lines';

// A4 in points.
const WIDTH = 595.28;
const HEIGHT = 841.89;
const MARGIN = 62;
const COLUMN = WIDTH - 2 * MARGIN;
// Readers without Helvetica may use letters that are wider by a tenth.
const LINE = 0.9 * COLUMN;
const LEADING = 1.4;

const faces = { regular: 'Helvetica', bold: 'Helvetica-Bold', italic: 'Times-Italic' } as const;
export type Face = keyof typeof faces;

/** Metadata of the file. The same title and instant always make the same bytes. */
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

interface Font extends Measured {
  readonly metrics: pdf.StandardFontEmbedder;
  readonly ref: pdf.PDFRef;
}

/**
 * Writes from top to bottom, and goes on on a new page where one is full. It is made of the library's plain
 * objects: its `PDFDocument` would bring along the parsers of files, forms, pictures and markup, which are most of it.
 */
export class Sheets {
  private readonly context = pdf.PDFContext.create();
  private readonly fonts: Readonly<Record<Face, Font>>;
  private readonly pages: pdf.PDFPageTree;
  private readonly pagesRef: pdf.PDFRef;
  private page: pdf.PDFPageLeaf;
  private operators: pdf.PDFOperator[] = [];
  /** Height of the last line above the lower edge, in points. */
  private y = HEIGHT - MARGIN;

  constructor({ title, language, at }: SheetsTitle) {
    const { context } = this;
    this.pages = pdf.PDFPageTree.withContext(context);
    this.pagesRef = context.register(this.pages);
    const catalog = pdf.PDFCatalog.withContextAndPages(context, this.pagesRef);
    context.trailerInfo.Root = context.register(catalog);
    catalog.set(pdf.PDFName.of('Lang'), pdf.PDFString.of(language));
    const about = context.obj({
      Title: pdf.PDFHexString.fromText(title),
      Producer: pdf.PDFHexString.fromText('Partner Ramp'),
      CreationDate: pdf.PDFString.fromDate(at),
      ModDate: pdf.PDFString.fromDate(at),
    });
    context.trailerInfo.Info = context.register(about);
    this.fonts = {
      regular: embedded(context, faces.regular),
      bold: embedded(context, faces.bold),
      italic: embedded(context, faces.italic),
    };
    this.page = this.nextPage();
  }

  /** Writes a paragraph, broken into lines. */
  text(text: string, { face, size }: Typeface): void {
    const font = this.fonts[face];
    for (const line of breakLines(text, font, { size, within: LINE })) {
      this.down(size * LEADING);
      this.operators.push(
        pdf.beginText(),
        pdf.setFontAndSize(face, size),
        pdf.moveText(MARGIN, this.y),
        pdf.showText(font.metrics.encodeText(line)),
        pdf.endText(),
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
    this.operators.push(
      pdf.setLineWidth(0.5),
      pdf.moveTo(MARGIN, this.y),
      pdf.lineTo(WIDTH - MARGIN, this.y),
      pdf.stroke(),
    );
  }

  /** Draws strokes (x, y, x, y … from the top left of a sheet of the given size) in a box of the given height. */
  drawing(strokes: readonly (readonly number[])[], sheet: { width: number; height: number }, height: number): void {
    this.down(height);
    const scale = Math.min(COLUMN / sheet.width, height / sheet.height);
    this.operators.push(
      pdf.setLineWidth(1.2),
      pdf.setLineCap(pdf.LineCapStyle.Round),
      pdf.setLineJoin(pdf.LineJoinStyle.Round),
    );
    for (const path of strokes) {
      // A point alone is a line of no length, which round caps make a dot.
      const points = path.length === 2 ? [...path, ...path] : path;
      for (let at = 0; at + 1 < points.length; at += 2) {
        const x = rounded(MARGIN + (points[at] ?? 0) * scale);
        const y = rounded(this.y + (sheet.height - (points[at + 1] ?? 0)) * scale);
        this.operators.push(at === 0 ? pdf.moveTo(x, y) : pdf.lineTo(x, y));
      }
      this.operators.push(pdf.stroke());
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
    const bytes = await pdf.PDFWriter.forContext(this.context, OBJECTS_PER_TICK).serializeToBuffer();
    // The four bytes of the second line only hint to old transfer programs that the file is not text.
    bytes.set(new TextEncoder().encode('text'), bytes.indexOf(NEWLINE) + 2);
    if (bytes.some((byte) => byte > 0x7e)) throw new Error('The document has come out with bytes that are not ASCII');
    return Buffer.from(bytes).toString('latin1');
  }

  private down(points: number): void {
    if (this.y - points < MARGIN) this.breakPage();
    this.y -= points;
  }

  private nextPage(): pdf.PDFPageLeaf {
    const page = pdf.PDFPageLeaf.withContextAndParent(this.context, this.pagesRef);
    page.set(pdf.PDFName.MediaBox, this.context.obj([0, 0, WIDTH, HEIGHT]));
    for (const [face, { ref }] of Object.entries(this.fonts)) page.setFontDictionary(pdf.PDFName.of(face), ref);
    this.pages.pushLeafNode(this.context.register(page));
    return page;
  }

  private finishPage(): void {
    const content = pdf.PDFContentStream.of(this.context.obj({}), this.operators, false);
    this.page.set(pdf.PDFName.of('Contents'), this.context.register(content));
    this.operators = [];
  }
}

type FontName = Parameters<typeof pdf.StandardFontEmbedder.for>[0];

/** The library names its fonts in two types, and gives out the one that its embedder does not take. */
function isFontName(name: string): name is FontName {
  return Object.values<string>(pdf.StandardFonts).includes(name);
}

function embedded(context: pdf.PDFContext, name: string): Font {
  if (!isFontName(name)) throw new Error(`${name} is no standard font`);
  const metrics = pdf.StandardFontEmbedder.for(name);
  const characters = new Set(metrics.encoding.supportedCodePoints);
  return { metrics, characters, ref: metrics.embedIntoContext(context) };
}

const NEWLINE = 0x0a;

/** Other work of the process goes on between so many objects; a document has a dozen. */
const OBJECTS_PER_TICK = 50;

function rounded(points: number): number {
  return Math.round(points * 100) / 100;
}
