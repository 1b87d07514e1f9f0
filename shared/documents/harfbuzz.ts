/**
 * Wrapper of HarfBuzz (https://harfbuzz.github.io), which shapes text and reduces fonts to the used glyphs (docs/adr/022).
 * Numeric parameters and results are mostly addresses in the memory of the called WebAssembly module.
 */

/** Functions of both WebAssembly modules. */
interface Memory {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  malloc(size: number): number;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_set_create(): number;
}

interface ShapingModule extends Memory {
  __wasm_call_ctors(): void;
  hb_face_get_upem(face: number): number;
  hb_face_collect_unicodes(face: number, set: number): void;
  hb_set_get_population(set: number): number;
  hb_set_next_many(set: number, from: number, out: number, size: number): number;
  hb_font_create(face: number): number;
  hb_font_get_glyph_h_advance(font: number, glyph: number): number;
  hb_buffer_create(): number;
  hb_buffer_destroy(buffer: number): void;
  hb_buffer_set_direction(buffer: number, direction: number): void;
  hb_buffer_add_utf16(buffer: number, text: number, length: number, offset: number, itemLength: number): void;
  hb_buffer_guess_segment_properties(buffer: number): void;
  hb_shape(font: number, buffer: number, features: number, count: number): void;
  hb_buffer_get_length(buffer: number): number;
  hb_buffer_get_glyph_infos(buffer: number, length: number): number;
  hb_buffer_get_glyph_positions(buffer: number, length: number): number;
  free(address: number): void;
}

interface SubsettingModule extends Memory {
  _initialize(): void;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_set(input: number, which: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_or_fail(face: number, input: number): number;
  hb_face_reference_blob(face: number): number;
  hb_blob_get_length(blob: number): number;
  hb_blob_get_data(blob: number, length: number): number;
}

declare const WebAssembly: {
  instantiate<Exports>(
    code: Uint8Array,
    imports: object,
  ): Promise<{ readonly instance: { readonly exports: Exports } }>;
};

/** `HB_MEMORY_MODE_WRITABLE`: HarfBuzz may modify the data. */
const WRITABLE = 2;
const DIRECTIONS = { ltr: 4, rtl: 5 } as const;
/**
 * `HB_SUBSET_FLAGS_NO_HINTING | …_RETAIN_GIDS | …_NOTDEF_OUTLINE`: no hinting, unchanged glyph ids, and an outline for the
 * missing-character glyph.
 */
const SUBSET_FLAGS = 0x1 | 0x2 | 0x40;
/** `HB_SUBSET_SETS_DROP_TABLE_TAG` */
const DROPPED_TABLES = 3;
/**
 * Font tables that the PDF does not need: for shaping (its text is already shaped), screen rendering, metadata and the font's
 * signature.
 */
const LAYOUT_TABLES = ['GSUB', 'GPOS', 'GDEF', 'BASE', 'STAT', 'DSIG', 'gasp', 'meta'];

const PAGE = 65_536;

/** A positioned glyph. Lengths are in thousandths of the font size. */
export interface Glyph {
  readonly id: number;
  /** Index of the first UTF-16 unit of the text that the glyph represents. */
  readonly cluster: number;
  /** Distance to the next glyph. */
  readonly advance: number;
  readonly xOffset: number;
  readonly yOffset: number;
  /** Glyph width from the font. `advance` differs from `width` if kerning moves the next glyph. */
  readonly width: number;
}

/** Converts text to positioned glyphs of one font. */
export interface Shaper {
  /** Returns the glyphs of a text with one writing direction, ordered from left to right. */
  shape(text: string, direction: keyof typeof DIRECTIONS): readonly Glyph[];
}

/** Copies a font into the module's memory. The memory is never freed, because the module is used for only one document. */
function faceOf(module: Memory, font: Uint8Array): number {
  const data = module.malloc(font.length);
  new Uint8Array(module.memory.buffer).set(font, data);
  return module.hb_face_create(module.hb_blob_create(data, font.length, WRITABLE, 0, 0), 0);
}

/** HarfBuzz's shaping module. Each document uses a new instance. */
export class HarfBuzz {
  private constructor(private readonly module: ShapingModule) {}

  /** @param code the package's `harfbuzz.wasm` */
  static async load(code: Uint8Array): Promise<HarfBuzz> {
    const { instance } = await WebAssembly.instantiate<ShapingModule>(code, {
      wasi_snapshot_preview1: { proc_exit: () => undefined },
      env: {
        _abort_js: () => undefined,
        _emscripten_runtime_keepalive_clear: () => undefined,
        _setitimer_js: () => 0,
        emscripten_resize_heap: (bytes: number) => {
          const { memory } = instance.exports;
          memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / PAGE));
          return 1;
        },
      },
    });
    instance.exports.__wasm_call_ctors();
    return new HarfBuzz(instance.exports);
  }

  open(font: Uint8Array): Shaper {
    const { module } = this;
    const face = faceOf(module, font);
    const opened = module.hb_font_create(face);
    const scale = 1000 / module.hb_face_get_upem(face);
    return { shape: (text, direction) => this.#shape({ opened, scale }, text, direction) };
  }

  /** Returns all characters for which a font has a glyph, in code point order. */
  charactersOf(font: Uint8Array): readonly number[] {
    const { module } = this;
    const set = module.hb_set_create();
    module.hb_face_collect_unicodes(faceOf(module, font), set);
    const count = module.hb_set_get_population(set);
    const out = module.malloc(4 * count);
    module.hb_set_next_many(set, 0xffff_ffff, out, count);
    return [...new Uint32Array(module.memory.buffer, out, count)];
  }

  #shape(
    { opened, scale }: { readonly opened: number; readonly scale: number },
    text: string,
    direction: keyof typeof DIRECTIONS,
  ): Glyph[] {
    const { module } = this;
    const place = module.malloc(2 * text.length);
    const units = new Uint16Array(module.memory.buffer, place, text.length);
    for (let at = 0; at < text.length; at += 1) units[at] = text.charCodeAt(at);
    const buffer = module.hb_buffer_create();
    module.hb_buffer_add_utf16(buffer, place, text.length, 0, text.length);
    module.hb_buffer_set_direction(buffer, DIRECTIONS[direction]);
    module.hb_buffer_guess_segment_properties(buffer);
    module.hb_shape(opened, buffer, 0, 0);
    const count = module.hb_buffer_get_length(buffer);
    // Each glyph has five numbers in each array: https://harfbuzz.github.io/harfbuzz-hb-buffer.html, hb_glyph_info_t and
    // hb_glyph_position_t.
    const infos = new Uint32Array(module.memory.buffer, module.hb_buffer_get_glyph_infos(buffer, 0), 5 * count);
    const places = new Int32Array(module.memory.buffer, module.hb_buffer_get_glyph_positions(buffer, 0), 5 * count);
    const glyphs = Array.from({ length: count }, (_, index): Glyph => {
      const [id = 0, , cluster = 0] = infos.subarray(5 * index);
      const [advance = 0, , xOffset = 0, yOffset = 0] = places.subarray(5 * index);
      const width = module.hb_font_get_glyph_h_advance(opened, id);
      return {
        id,
        cluster,
        advance: advance * scale,
        xOffset: xOffset * scale,
        yOffset: yOffset * scale,
        width: width * scale,
      };
    });
    module.hb_buffer_destroy(buffer);
    module.free(place);
    return glyphs;
  }
}

/** HarfBuzz's subsetting module. Each document uses a new instance. */
export class FontCutter {
  private constructor(private readonly module: SubsettingModule) {}

  /** @param code the package's `harfbuzz-subset.wasm` */
  static async load(code: Uint8Array): Promise<FontCutter> {
    const { instance } = await WebAssembly.instantiate<SubsettingModule>(code, {});
    instance.exports._initialize();
    return new FontCutter(instance.exports);
  }

  /** Reduces a TrueType font to the given glyphs and keeps their ids. @throws Error if HarfBuzz cannot reduce the font */
  cut(font: Uint8Array, glyphs: Iterable<number>): Uint8Array {
    const { module } = this;
    const face = faceOf(module, font);
    const input = module.hb_subset_input_create_or_fail();
    module.hb_subset_input_set_flags(input, SUBSET_FLAGS);
    const kept = module.hb_subset_input_glyph_set(input);
    for (const glyph of glyphs) module.hb_set_add(kept, glyph);
    const dropped = module.hb_subset_input_set(input, DROPPED_TABLES);
    for (const table of LAYOUT_TABLES) module.hb_set_add(dropped, Buffer.from(table).readUInt32BE());
    const cut = module.hb_subset_or_fail(face, input);
    if (cut === 0) throw new Error('A font could not be cut down');
    const blob = module.hb_face_reference_blob(cut);
    const length = module.hb_blob_get_length(blob);
    return new Uint8Array(module.memory.buffer, module.hb_blob_get_data(blob, 0), length).slice();
  }
}
