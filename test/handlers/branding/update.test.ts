import { decode } from '@cwasm/lodepng';
import { describe, expect, it } from 'vitest';
import { contract } from '#functions/branding/update/contract';
import { handler } from '#functions/branding/update/handler';
import { drawLogo } from '#functions/branding/update/logo-field';
import { PictureRefused } from '#functions/branding/update/picture-file';
import { invalidInput } from '#shared/api/problems';
import { changeBranding } from '#shared/partners/branding/change-branding';
import { readBranding } from '#shared/partners/branding/repository';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';
import {
  aJpeg,
  aLosslessWebp,
  aPng,
  aPngOf,
  aWebp,
  HIDDEN,
  pngParts,
  withJpegExif,
  withPngChunk,
  withPngTexts,
} from '#test/support/logos';

const set = {
  displayName: 'Remesas Ejemplo',
  color: '#0B6E4F',
  helpUrl: 'https://partner.example.com/help',
  privacyUrl: 'https://partner.example.com/privacy?lang=es',
};
const put = (world: World, body: Readonly<Record<string, unknown>>) => world.call(handler, { body });
const base64 = (file: Buffer) => file.toString('base64');
const logoOf = async (world: World) => (await readBranding(world.partner.id)).logo;

describeEndpoint(contract, handler, { request: () => ({ body: { ...set, logo: base64(aPng()) } }) });

it('stores what is set, and returns it', async () => {
  const world = await createWorld('updateBranding');
  const { status, body } = await put(world, set);
  const data = { ...set, color: '#0b6e4f', logoUrl: null, updatedAt: expect.stringMatching(/^\d{4}-.*Z$/) };
  expect({ status, body }).toEqual({ status: 200, body: { success: true, data } });
  expect(await readBranding(world.partner.id)).toMatchObject({ ...set, color: '#0b6e4f', version: 1 });
});

it('leaves what is absent, and clears what is null', async () => {
  const world = await createWorld('updateBranding');
  await put(world, { ...set, logo: base64(aPng()) });
  const cleared = await put(world, { color: null, logo: null });
  expect(cleared.body).toMatchObject({
    data: { displayName: set.displayName, helpUrl: set.helpUrl, color: null, logoUrl: null },
  });
  const nothing = await put(world, { displayName: null, helpUrl: null, privacyUrl: null });
  expect(nothing.body).toMatchObject({ data: { displayName: null, helpUrl: null, privacyUrl: null } });
});

it.each([{}, { unknown: 1 }, { displayName: null }])('writes nothing where nothing changes: %j', async (body) => {
  const world = await createWorld('updateBranding');
  expect((await put(world, body)).body).toMatchObject({ data: { displayName: null, updatedAt: null } });
  expect(world.table.items('BRANDING')).toEqual([]);
});

it('keeps both of two changes of other fields at the same moment', async () => {
  const world = await createWorld('updateBranding');
  world.table.beforeNextWrite(async () => {
    await changeBranding(world.partner.id, { helpUrl: set.helpUrl }, 1);
  });
  expect((await put(world, { displayName: 'One' })).body).toMatchObject({
    data: { displayName: 'One', helpUrl: set.helpUrl },
  });
});

const many = 'x'.repeat(61);
const asUrl = 'Must be an https address without user name and password';
it.each([
  ['displayName', many, 'Must be at most 60 characters long'],
  ['displayName', '', 'Must not be empty'],
  ['displayName', ' \u3000', 'Must not be empty'],
  ['displayName', 'Acme\u202eemca', 'Must not contain control or direction characters'],
  ['displayName', 7, 'Must be a string'],
  ['color', 'green', 'Must be a colour such as #1b4fd8'],
  ['color', '#0b6', 'Must be a colour such as #1b4fd8'],
  ['color', '#ff6600', 'Contrast with white is 2.9:1; it must be at least 4.5:1'],
  ['color', '#ffffff', 'Contrast with white is 1.0:1; it must be at least 4.5:1'],
  ['color', '#777777', 'Contrast with white is 4.4:1; it must be at least 4.5:1'],
  ['helpUrl', 'http://partner.example.com/', asUrl],
  ['helpUrl', 'https://user:secret@partner.example.com/', asUrl],
  ['helpUrl', 'javascript:alert(1)', asUrl],
  ['helpUrl', 'https:partner.example.com', asUrl],
  ['helpUrl', 'https://,%Zw%G%', asUrl],
  ['privacyUrl', 'https://', asUrl],
  ['privacyUrl', ' https://partner.example.com/', asUrl],
  ['privacyUrl', `https://partner.example.com/${'a'.repeat(2048)}`, 'Must be at most 2048 characters long'],
])('refuses %s %j and changes nothing', async (field, value, message) => {
  const world = await createWorld('updateBranding');
  const { status, body } = await put(world, { ...set, [field]: value });
  expect({ status, errors: body.errors?.[0] }).toEqual({ status: 400, errors: { field, message } });
  expect(world.table.items('BRANDING')).toEqual([]);
});

it('names every wrong field at once', async () => {
  const world = await createWorld('updateBranding');
  const { body } = await put(world, { displayName: many, color: '#fff000', helpUrl: 'x', logo: 'x' });
  expect(body.errors?.map(({ field }: { field: string }) => field)).toEqual([
    'displayName',
    'color',
    'helpUrl',
    'logo',
  ]);
});

describe('the logo', () => {
  it.each([
    ['a PNG', aPng(), 64, 32],
    ['a PNG with texts, a place, and one that unpacks to 100 MB', withPngTexts(aPng()), 64, 32],
    ['a transparent PNG', aPng(640, 320, { transparent: true }), 192, 96],
    ['a wide PNG', aPng(2000, 16), 320, 3],
    ['a large PNG', aPng(2000, 2000), 96, 96],
    ['the smallest PNG', aPng(16, 16), 16, 16],
    ['a JPEG', aJpeg(), 64, 32],
    ['a JPEG with Exif', withJpegExif(aJpeg(200, 400)), 48, 96],
    ['a WebP with a profile', aWebp(), 40, 24],
    ['a lossless WebP', aLosslessWebp(), 40, 24],
  ])('is drawn again from %s', async (_, file, width, height) => {
    const world = await createWorld('updateBranding');
    const { status, body } = await put(world, { logo: base64(file) });
    expect({ status, errors: body.errors }).toEqual({ status: 200 });
    const logo = await logoOf(world);
    const png = Buffer.from(logo?.png ?? '', 'base64');
    const { types, trailing } = pngParts(png);
    expect(types.filter((type) => !['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'].includes(type))).toEqual([]);
    expect({ trailing, first: types[0], last: types.at(-1) }).toEqual({ trailing: 0, first: 'IHDR', last: 'IEND' });
    expect(png.toString('latin1')).not.toContain(HIDDEN.slice(0, 12));
    expect(png.toString('latin1')).not.toContain('G\0o\0o\0g');
    expect({ width: logo?.width, height: logo?.height }).toEqual({ width, height });
    expect(decode(png)).toMatchObject({ width, height });
    expect(png.length).toBeLessThanOrEqual(24 * 1024);
    expect(body.data.logoUrl).toMatch(/^https:\/\/.*\/logos\/[0-9a-f]{64}\.png$/);
    expect(world.files.files.get(`logos/${logo?.sha256}.png`)).toMatchObject({
      contentType: 'image/png',
      content: png,
    });
  });

  it('keeps its colours, and mixes none with what is transparent', async () => {
    const world = await createWorld('updateBranding');
    await put(world, { logo: base64(aPng(640, 384, { transparent: true })) });
    const { width, data } = decode(Buffer.from((await logoOf(world))?.png ?? '', 'base64'));
    const pixel = (x: number, y: number) => [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)];
    expect(pixel(2, 2)).toEqual([68, 110, 79, 255]);
    expect(pixel(width - 3, 2)[3]).toBe(0);
  });

  it('is made smaller still where it would weigh too much', async () => {
    const world = await createWorld('updateBranding');
    const noise = aPng(320, 96);
    const { data } = decode(noise);
    let seed = 1;
    for (let at = 0; at < data.length; at += 1) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      data[at] = seed >> 16;
    }
    const { encode } = await import('@cwasm/lodepng');
    await put(world, { logo: base64(Buffer.from(encode({ width: 320, height: 96, data }))) });
    const logo = await logoOf(world);
    expect(Buffer.from(logo?.png ?? '', 'base64').length).toBeLessThanOrEqual(24 * 1024);
    expect((logo?.width ?? 0) / (logo?.height ?? 1)).toBeCloseTo(320 / 96, 1);
  });

  const png = aPng();
  const jpeg = aJpeg();
  const webp = aWebp();
  const size = (text: string) => `Must have 16 to 2,000 pixels on each side; it has ${text}`;
  const kinds = 'Must be a PNG, JPEG or WebP picture';
  const more = 'Nothing may follow the picture in its file';
  const page = Buffer.from('<html><script>alert(1)</script>');
  const animated = Buffer.from(webp);
  animated[20] = 0x12;
  const other = Buffer.from(webp);
  other.writeUIntLE(99, 24, 3);
  const scans = Buffer.concat([
    jpeg.subarray(0, -2),
    ...Array.from({ length: 30 }, () => Buffer.from('ffda000c03010002110311003f0000', 'hex')),
    Buffer.from('ffd9', 'hex'),
  ]);
  it.each([
    ['no Base64', 'not base64!', 'Must be Base64'],
    ['nothing', '', 'Must be Base64'],
    ['an address of data', `data:image/png;base64,${base64(png)}`, 'Must be Base64'],
    ['more than 512 KB', base64(Buffer.concat([png, Buffer.alloc(512 * 1024)])), 'Must be at most 512 KB'],
    ['far more than 512 KB', 'A'.repeat(1_000_000), 'Must be at most 512 KB'],
    ['an SVG', base64(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"/>')), kinds],
    ['a GIF', base64(Buffer.from('GIF89a\x20\0\x20\0\0\0\0;', 'latin1')), kinds],
    ['a PDF', base64(Buffer.from('%PDF-1.7 …')), kinds],
    ['a PNG behind something else', base64(Buffer.concat([page, png])), kinds],
    ['a PNG before a page', base64(Buffer.concat([png, page])), more],
    ['a JPEG before a page', base64(Buffer.concat([jpeg, page])), more],
    ['a WebP before a page', base64(Buffer.concat([webp, page])), more],
    ['half a PNG', base64(png.subarray(0, png.length / 2)), 'The picture is not complete'],
    ['half a JPEG', base64(jpeg.subarray(0, jpeg.length / 2)), 'The picture is not complete'],
    ['half a WebP', base64(webp.subarray(0, webp.length / 2)), 'The picture is not complete'],
    ['the beginning of a PNG', base64(png.subarray(0, 12)), 'The picture is not complete'],
    ['the beginning of a JPEG', base64(jpeg.subarray(0, 3)), 'The picture is not complete'],
    ['the beginning of a WebP', base64(webp.subarray(0, 12)), 'The picture is not complete'],
    ['a PNG of 15 pixels', base64(aPng(15, 20)), size('15 × 20')],
    ['a PNG of 2,001 pixels', base64(aPng(2001, 20)), size('2,001 × 20')],
    ['a PNG that claims to be enormous', base64(aPngOf(60_000, 60_000, 10)), size('60,000 × 60,000')],
    ['a JPEG of 2,001 pixels', base64(aJpeg(16, 2001)), size('16 × 2,001')],
    ['a PNG whose pixels unpack to 100 MB', base64(aPngOf(20, 20, 100_000_000)), 'The picture cannot be read'],
    ['a PNG without enough pixels', base64(aPngOf(20, 20, 100)), 'The picture cannot be read'],
    ['an animated PNG', base64(withPngChunk(png, 'acTL', Buffer.alloc(8))), 'Must not be animated'],
    ['an animated WebP', base64(animated), 'Must not be animated'],
    ['a WebP of two sizes', base64(other), 'The picture cannot be read'],
    ['a JPEG of thirty scans', base64(scans), 'The picture cannot be read'],
  ])('is refused: %s', async (_, logo, message) => {
    const world = await createWorld('updateBranding');
    expect(await put(world, { ...set, logo })).toMatchObject(refusal(invalidInput([{ field: 'logo', message }])));
    expect(world.table.items('BRANDING')).toEqual([]);
    expect(world.files.files.size).toBe(0);
  });

  it.each([
    ['PNG', png],
    ['JPEG', jpeg],
    ['WebP', webp],
  ])('is refused, or is what the decoder makes of it, where one byte of a %s is another', (_, file) => {
    for (let at = 0; at < file.length; at += 1) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 0x55;
      try {
        expect(Buffer.from(drawLogo(changed).png, 'base64').subarray(1, 4).toString()).toBe('PNG');
      } catch (error) {
        expect(error).toBeInstanceOf(PictureRefused);
      }
    }
  });

  it('is not set where the bucket does not take it', async () => {
    const world = await createWorld('updateBranding');
    world.files.failNext(503);
    expect((await put(world, { logo: base64(png) })).status).toBeGreaterThanOrEqual(500);
    expect(world.table.items('BRANDING')).toEqual([]);
  });
});
