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
  PDFCatalog,
  PDFContentStream,
  PDFContext,
  PDFHexString,
  PDFName,
  type PDFOperator,
  PDFPageLeaf,
  PDFPageTree,
  type PDFRef,
  PDFString,
  PDFWriter,
  StandardFontEmbedder,
  StandardFonts,
  setFontAndSize,
  setLineCap,
  setLineJoin,
  setLineWidth,
  showText,
  stroke,
} from '@cantoo/pdf-lib';
import { breakLines, type Measured } from './break-lines';

// A4 in points.
const WIDTH = 595.28;
const HEIGHT = 841.89;
const MARGIN = 62;
const COLUMN = WIDTH - 2 * MARGIN;
// Where a reader has no Helvetica, the letters in its place may be wider by a tenth.
const LINE = 0.9 * COLUMN;
const LEADING = 1.4;

const faces = { regular: 'Helvetica', bold: 'Helvetica-Bold', italic: 'Times-Italic' } as const;
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

interface Font extends Measured {
  readonly metrics: StandardFontEmbedder;
  readonly ref: PDFRef;
}

/**
 * Writes from top to bottom, and goes on on a new page where one is full. It is made of the library's plain
 * objects: its `PDFDocument` would bring along the parsers of files, forms, pictures and markup, which are most of it.
 */
export class Sheets {
  private readonly fonts: Readonly<Record<Face, Font>>;
  private readonly pages: PDFPageTree;
  private readonly pagesRef: PDFRef;
  private page: PDFPageLeaf;
  private operators: PDFOperator[] = [];
  /** Height of the last line above the lower edge, in points. */
  private y = HEIGHT - MARGIN;

  private constructor(
    private readonly context: PDFContext,
    { title, language, at }: SheetsTitle,
  ) {
    this.pages = PDFPageTree.withContext(context);
    this.pagesRef = context.register(this.pages);
    const catalog = PDFCatalog.withContextAndPages(context, this.pagesRef);
    context.trailerInfo.Root = context.register(catalog);
    catalog.set(PDFName.of('Lang'), PDFString.of(language));
    const about = context.obj({
      Title: PDFHexString.fromText(title),
      Producer: PDFHexString.fromText('Partner Ramp'),
      CreationDate: PDFString.fromDate(at),
      ModDate: PDFString.fromDate(at),
    });
    context.trailerInfo.Info = context.register(about);
    this.fonts = {
      regular: embedded(context, faces.regular),
      bold: embedded(context, faces.bold),
      italic: embedded(context, faces.italic),
    };
    this.page = this.nextPage();
  }

  static begin(about: SheetsTitle): Sheets {
    return new Sheets(PDFContext.create(), about);
  }

  /** Writes a paragraph, broken into lines. */
  text(text: string, { face, size }: Typeface): void {
    const font = this.fonts[face];
    for (const line of breakLines(text, font, { size, within: LINE })) {
      this.down(size * LEADING);
      this.operators.push(
        beginText(),
        setFontAndSize(face, size),
        moveText(MARGIN, this.y),
        showText(font.metrics.encodeText(line)),
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
  drawing(strokes: readonly (readonly number[])[], sheet: { width: number; height: number }, height: number): void {
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
    const bytes = await PDFWriter.forContext(this.context, OBJECTS_PER_TICK).serializeToBuffer();
    // The four bytes of the second line only hint to old transfer programs that the file is not text.
    bytes.set(new TextEncoder().encode('text'), bytes.indexOf(NEWLINE) + 2);
    if (bytes.some((byte) => byte > 0x7e)) throw new Error('The document has come out with bytes that are not ASCII');
    return Buffer.from(bytes).toString('latin1');
  }

  private down(points: number): void {
    if (this.y - points < MARGIN) this.breakPage();
    this.y -= points;
  }

  private nextPage(): PDFPageLeaf {
    const page = PDFPageLeaf.withContextAndParent(this.context, this.pagesRef);
    page.set(PDFName.MediaBox, this.context.obj([0, 0, WIDTH, HEIGHT]));
    for (const [face, { ref }] of Object.entries(this.fonts)) page.setFontDictionary(PDFName.of(face), ref);
    this.pages.pushLeafNode(this.context.register(page));
    return page;
  }

  private finishPage(): void {
    const content = PDFContentStream.of(this.context.obj({}), this.operators, false);
    this.page.set(PDFName.of('Contents'), this.context.register(content));
    this.operators = [];
  }
}

type FontName = Parameters<typeof StandardFontEmbedder.for>[0];

/** The library names its fonts in two types, and gives out the one that its embedder does not take. */
function isFontName(name: string): name is FontName {
  return Object.values<string>(StandardFonts).includes(name);
}

function embedded(context: PDFContext, name: string): Font {
  if (!isFontName(name)) throw new Error(`${name} is no standard font`);
  const metrics = StandardFontEmbedder.for(name);
  const characters = new Set(metrics.encoding.supportedCodePoints);
  return { metrics, characters, ref: metrics.embedIntoContext(context) };
}

const NEWLINE = 0x0a;

/** Other work of the process goes on between so many objects; a document has a dozen. */
const OBJECTS_PER_TICK = 50;

function rounded(points: number): number {
  return Math.round(points * 100) / 100;
}
