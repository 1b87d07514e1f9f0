/**
 * Generates tagged PDF documents for long-term storage. Fonts, colors and structure are embedded, as PDF/A-2a (ISO 19005-2)
 * requires. The file is valid UTF-8 text, because the API gateway passes only text.
 */
import { createHash } from 'node:crypto';
import * as pdf from '@cantoo/pdf-lib';
import { testMark } from '#shared/platform/test-mark';
import { documentMetadata, type SheetsTitle } from './document-metadata';
import { asciiStream, decimal, EmbeddedFonts } from './embedded-fonts';
import type { OpaquePicture } from './picture';
import { breakIntoLines, type Face, type Run } from './text-lines';

// A4 in points.
const WIDTH = 595.28;
const HEIGHT = 841.89;
const MARGIN = 62;
const COLUMN = WIDTH - 2 * MARGIN;
const LEADING = 1.4;
/** Points per CSS pixel (96 pixels per inch). */
const POINTS_PER_PIXEL = 0.75;
/** Width of the label column, in points. */
const LABELS = 150;

export interface Typeface {
  readonly face: Face;
  /** Points. */
  readonly size: number;
  /** `#rrggbb`. @default black */
  readonly color?: string | undefined;
}

/** Style of the notice that the document is a sandbox test. */
const MARK = { face: 'bold', size: 11, color: '#b3261e' } as const satisfies Typeface;

/** Role of a text for screen readers: heading of level 1 or 2, or paragraph. */
type Role = 'H1' | 'H2' | 'P';

/** An element of the PDF structure tree. `marked` lists the element's contents by page index and content number (MCID). */
interface Element {
  readonly role: Role | 'Figure';
  readonly marked: { readonly page: number; readonly number: number }[];
  /** Alternative text of a figure, for screen readers. */
  readonly alternative?: string;
}

/** Position of the left end of a line of text, in points from the lower left corner of the page. */
interface Place extends Pick<Typeface, 'size' | 'color'> {
  readonly x: number;
  readonly y: number;
}

interface OpenPage {
  readonly ref: pdf.PDFRef;
  readonly leaf: pdf.PDFPageLeaf;
  readonly operators: string[];
  /** Structure elements of the contents on this page. The index is the number of the content (MCID). */
  readonly marked: Element[];
}

/**
 * Writes content from top to bottom, and starts a new page when a page is full. Uses the library's low-level objects:
 * `PDFDocument` would add parsers for files, forms, images and markup to the bundle.
 */
export class Sheets {
  readonly #context = pdf.PDFContext.create();
  readonly #pageTree = pdf.PDFPageTree.withContext(this.#context);
  readonly #pageTreeRef = this.#context.register(this.#pageTree);
  readonly #pages: [OpenPage, ...OpenPage[]] = [this.#newPage()];
  readonly #elements: Element[] = [];
  readonly #pictures: Record<string, pdf.PDFRef> = {};
  /** Distance between the last line and the bottom of the page, in points. */
  #y = HEIGHT - MARGIN;

  private constructor(
    private readonly about: SheetsTitle,
    private readonly fonts: EmbeddedFonts,
  ) {}

  static async begin(about: SheetsTitle): Promise<Sheets> {
    const sheets = new Sheets(about, await EmbeddedFonts.load());
    sheets.#writeMark();
    return sheets;
  }

  /** Writes a paragraph and breaks it into lines. */
  text(text: string, { face, size, color }: Typeface, role: Role = 'P'): void {
    const shaperFor = this.fonts.shaper.bind(this.fonts);
    const lines = breakIntoLines(text, { face, size, within: COLUMN, shaperFor });
    const element = this.#element({ role, marked: [] });
    for (const line of lines) {
      this.#down(size * LEADING);
      this.#line(element, line, { x: MARGIN, y: this.#y, size, color });
    }
  }

  /** Writes a label and its value side by side, top-aligned. Starts a new page if both do not fit on the current page. */
  entry(label: string, value: string, { face, size }: Typeface): void {
    const shaperFor = this.fonts.shaper.bind(this.fonts);
    const columns = [
      { x: MARGIN, lines: breakIntoLines(label, { face, size, within: LABELS - size, shaperFor }) },
      { x: MARGIN + LABELS, lines: breakIntoLines(value, { face, size, within: COLUMN - LABELS, shaperFor }) },
    ];
    const height = Math.max(...columns.map(({ lines }) => lines.length)) * size * LEADING;
    if (this.#y - height < MARGIN) this.breakPage();
    const element = this.#element({ role: 'P', marked: [] });
    for (const { x, lines } of columns)
      for (const [at, line] of lines.entries())
        this.#line(element, line, { x, y: this.#y - (at + 1) * size * LEADING, size });
    this.#y -= height;
  }

  /** Adds vertical space, in points. The space is dropped if the next content starts a new page. */
  gap(points: number): void {
    this.#y -= points;
  }

  /**
   * Draws a line across the column. The line is marked as an artifact, so screen readers skip it.
   * @param color `#rrggbb`. @default black
   */
  rule(color?: string): void {
    this.#down(6);
    const y = decimal(this.#y);
    const line = [`0.5 w\n${MARGIN} ${y} m\n${WIDTH - MARGIN} ${y} l\nS`];
    this.#page.operators.push('/Artifact BMC', ...inColor(line, color), 'EMC');
  }

  /**
   * Draws an image at the left margin, scaled to fit the box (points), at most 0.75 points per pixel (96 pixels per inch).
   * @param alternative description of the image for screen readers
   */
  picture(
    { width, height, rgb }: OpaquePicture,
    box: { readonly width: number; readonly height: number },
    alternative: string,
  ): void {
    const image = asciiStream(this.#context, rgb, { Width: width, Height: height, BitsPerComponent: 8 });
    const kind = { Type: 'XObject', Subtype: 'Image', ColorSpace: 'DeviceRGB' };
    for (const [entry, value] of Object.entries(kind)) image.dict.set(pdf.PDFName.of(entry), pdf.PDFName.of(value));
    const name = `picture-${Object.keys(this.#pictures).length + 1}`;
    this.#pictures[name] = this.#context.register(image);
    const scale = Math.min(POINTS_PER_PIXEL, box.width / width, box.height / height);
    this.#down(height * scale);
    const place = [decimal(width * scale), 0, 0, decimal(height * scale), MARGIN, decimal(this.#y)];
    this.#mark(this.#element({ role: 'Figure', marked: [], alternative }), [
      'q',
      `${place.join(' ')} cm`,
      `/${name} Do`,
      'Q',
    ]);
  }

  /**
   * Draws the strokes of a signature, at most `within` points high. A stroke is x, y, x, y … from the top left corner of a canvas
   * of `width` × `height`.
   */
  drawing(
    strokes: readonly (readonly number[])[],
    { width, height, within }: { readonly width: number; readonly height: number; readonly within: number },
    alternative: string,
  ): void {
    this.#down(within);
    const scale = Math.min(COLUMN / width, within / height);
    const operators = ['1.2 w 1 J 1 j'];
    for (const path of strokes) {
      // A stroke of one point becomes a line of length zero, which round line caps show as a dot.
      const points = path.length === 2 ? [...path, ...path] : path;
      for (let at = 0; at + 1 < points.length; at += 2) {
        const x = decimal(MARGIN + (points[at] ?? 0) * scale);
        const y = decimal(this.#y + (height - (points[at + 1] ?? 0)) * scale);
        operators.push(`${x} ${y} ${at === 0 ? 'm' : 'l'}`);
      }
      operators.push('S');
    }
    this.#mark(this.#element({ role: 'Figure', marked: [], alternative }), operators);
  }

  breakPage(): void {
    this.#pages.push(this.#newPage());
    this.#writeMark();
    this.#y = HEIGHT - MARGIN;
  }

  /** Completes the document and returns the file as text. Equal content and equal `SheetsTitle` values produce an equal file. */
  async end(): Promise<string> {
    const context = this.#context;
    const resources = context.register(context.obj({ Font: await this.fonts.embed(context), XObject: this.#pictures }));
    const content = createHash('sha256');
    for (const [at, { leaf, operators }] of this.#pages.entries()) {
      const text = operators.join('\n');
      content.update(text);
      leaf.set(pdf.PDFName.of('Resources'), resources);
      leaf.set(pdf.PDFName.of('Contents'), context.register(context.stream(text)));
      leaf.set(pdf.PDFName.of('StructParents'), pdf.PDFNumber.of(at));
      leaf.set(pdf.PDFName.of('Tabs'), pdf.PDFName.of('S'));
    }
    const catalog = pdf.PDFCatalog.withContextAndPages(context, this.#pageTreeRef);
    const entries = { ...documentMetadata(context, this.about), StructTreeRoot: this.#structure() };
    for (const [name, value] of Object.entries(entries)) catalog.set(pdf.PDFName.of(name), value);
    context.trailerInfo.Root = context.register(catalog);
    const id = pdf.PDFHexString.of(content.digest('hex').slice(0, 32));
    context.trailerInfo.ID = context.obj([id, id]);
    return this.#written();
  }

  async #written(): Promise<string> {
    const bytes = await pdf.PDFWriter.forContext(this.#context, OBJECTS_PER_TICK).serializeToBuffer();
    // The second line of a PDF is a comment of four bytes above 127 that marks the file as binary. `éé` has four bytes in UTF-8.
    bytes.set(new TextEncoder().encode('éé'), bytes.indexOf(NEWLINE) + 2);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  }

  /** Writes the sandbox notice into the upper margin of the page, as text that screen readers read. */
  #writeMark(): void {
    const mark = testMark(this.about.language);
    if (mark === undefined) return;
    const { face, size, color } = MARK;
    const shaperFor = this.fonts.shaper.bind(this.fonts);
    const element = this.#element({ role: 'P', marked: [] });
    for (const line of breakIntoLines(mark, { face, size, within: COLUMN, shaperFor }))
      this.#line(element, line, { x: MARGIN, y: HEIGHT - MARGIN / 2, size, color });
  }

  get #page(): OpenPage {
    return this.#pages.at(-1) ?? this.#pages[0];
  }

  #down(points: number): void {
    if (this.#y - points < MARGIN) this.breakPage();
    this.#y -= points;
  }

  #newPage(): OpenPage {
    const leaf = pdf.PDFPageLeaf.withContextAndParent(this.#context, this.#pageTreeRef);
    leaf.set(pdf.PDFName.MediaBox, this.#context.obj([0, 0, WIDTH, HEIGHT]));
    const ref = this.#context.register(leaf);
    this.#pageTree.pushLeafNode(ref);
    return { ref, leaf, operators: [], marked: [] };
  }

  #element(element: Element): Element {
    this.#elements.push(element);
    return element;
  }

  /** Adds drawing operators to the current page, as content of a structure element. */
  #mark(element: Element, operators: readonly string[]): void {
    const { operators: written, marked } = this.#page;
    const number = marked.push(element) - 1;
    element.marked.push({ page: this.#pages.length - 1, number });
    written.push(`/${element.role} <</MCID ${number}>> BDC`, ...operators, 'EMC');
  }

  #line(element: Element, line: readonly Run[], { x, y, size, color }: Place): void {
    const shown = ['BT', `${decimal(x)} ${decimal(y)} Td`, ...line.map((run) => this.#show(run, size)), 'ET'];
    this.#mark(element, inColor(shown, color));
  }

  #show(run: Run, size: number): string {
    const shown = this.fonts.show(run, size);
    if (run.insteadOf === undefined) return shown;
    const actual = pdf.PDFHexString.fromText(run.insteadOf.toWellFormed());
    return `/Span <</ActualText ${actual}>> BDC\n${shown}\nEMC`;
  }

  /** Writes the structure tree of the document, and the table that maps marked content to structure elements. */
  #structure(): pdf.PDFRef {
    const context = this.#context;
    const [rootRef, documentRef] = [context.nextRef(), context.nextRef()];
    const refs = new Map(
      this.#elements.map((element) => {
        const { role, marked, alternative } = element;
        const kids = marked.map(({ page, number }) => ({ Type: 'MCR', Pg: this.#pages[page]?.ref, MCID: number }));
        const entries = { Type: 'StructElem', S: role, P: documentRef, K: context.obj(kids) };
        const figure = alternative === undefined ? {} : { Alt: pdf.PDFHexString.fromText(alternative) };
        return [element, context.register(context.obj({ ...entries, ...figure }))] as const;
      }),
    );
    const document = { Type: 'StructElem', S: 'Document', P: rootRef, K: [...refs.values()] };
    context.assign(documentRef, context.obj(document));
    const ofPages = this.#pages.flatMap(({ marked }, page) => [
      page,
      context.register(context.obj(marked.map((element) => refs.get(element)))),
    ]);
    const parentTree = context.register(context.obj({ Nums: ofPages }));
    const root = {
      Type: 'StructTreeRoot',
      K: documentRef,
      ParentTree: parentTree,
      ParentTreeNextKey: this.#pages.length,
    };
    context.assign(rootRef, context.obj(root));
    return rootRef;
  }
}

/** Adds operators that set a color before the given operators and restore the previous color after them. */
function inColor(operators: readonly string[], color: string | undefined): readonly string[] {
  if (color === undefined) return operators;
  const shares = [1, 3, 5].map((at) => decimal(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ');
  return ['q', `${shares} rg ${shares} RG`, ...operators, 'Q'];
}

const NEWLINE = 0x0a;

/**
 * Number of PDF objects that the library writes before it lets other work continue. A document has a few dozen objects, so the
 * library rarely pauses.
 */
const OBJECTS_PER_TICK = 50;
