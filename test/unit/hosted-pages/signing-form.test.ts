import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_POINTS, PAD_HEIGHT, PAD_WIDTH, readDrawing } from '#shared/hosted-pages/signing/drawn-signature';
import { checkForm, readForm, truncateForRedisplay } from '#shared/hosted-pages/signing/signing-form';

const LINE = '0 0 500 200 1000 400';

const form = (fields: Readonly<Record<string, string>>) => {
  const typed = { fullName: 'Ana García', consent: 'yes', way: 'typed', ...fields };
  // By default, the person has already confirmed the name.
  return readForm(new URLSearchParams({ asked: typed.fullName, ...typed }));
};

function findViolations(fields: Readonly<Record<string, string>>): Record<string, string> {
  const checked = checkForm(form(fields), RECORDED);
  return 'violations' in checked ? Object.fromEntries(checked.violations) : {};
}

const RECORDED = 'Zoé 4 Æ 😀';

describe('the typed name', () => {
  it.each([
    ['Ana García', 'Ana García'],
    ["  Seán   O'Neil-Núñez  ", "Seán O'Neil-Núñez"],
    ['Mª José', 'Mª José'],
    ['李 小龙', '李 小龙'],
    ['María de los Ángeles', 'María de los Ángeles'],
    ['Jose\u0301 Luis', 'José Luis'],
    ['x'.repeat(200), 'x'.repeat(200)],
  ])('%j signs', (typed, kept) => {
    expect(checkForm(form({ fullName: typed }), RECORDED)).toEqual({
      signature: { typedName: kept, mark: { kind: 'typed' } },
    });
  });

  it.each([
    ['', 'name-missing'],
    ['   ', 'name-missing'],
    ['A', 'name-short'],
    ['. -', 'name-short'],
    ['x'.repeat(201), 'name-long'],
    ['Ana 2', 'name-letters'],
    ['<img src=x onerror=alert(1)>', 'name-letters'],
    ['Ana\u0000García', 'name-letters'],
    ['Ana\u202eGarcía', 'name-letters'],
  ])('%j does not', (fullName, violation) => {
    expect(findViolations({ fullName })).toEqual({ fullName: violation });
  });
});

describe('the consent', () => {
  it.each(['', 'no', 'on'])('is not %j', (consent) => {
    expect(findViolations({ consent })).toEqual({ consent: 'consent-missing' });
  });
});

describe('a drawing', () => {
  it('is kept as strokes on a sheet of a known size', () => {
    expect(checkForm(form({ way: 'drawn', drawing: `${LINE};10 10 20 20` }), RECORDED)).toEqual({
      signature: {
        typedName: 'Ana García',
        mark: {
          kind: 'drawn',
          width: PAD_WIDTH,
          height: PAD_HEIGHT,
          strokes: [
            [0, 0, 500, 200, 1000, 400],
            [10, 10, 20, 20],
          ],
        },
      },
    });
  });

  it('is left out where the name is to be the signature', () => {
    expect(checkForm(form({ way: 'typed', drawing: LINE }), RECORDED)).toMatchObject({
      signature: { mark: { kind: 'typed' } },
    });
  });

  it.each([
    ['nothing', '', 'drawing-missing'],
    ['a dot', '500 200', 'drawing-unclear'],
    ['a slip', '500 200 510 210', 'drawing-unclear'],
    ['an odd number of coordinates', '0 0 500', 'drawing-unclear'],
    ['a point right of the sheet', '0 0 1001 0', 'drawing-unclear'],
    ['a point below the sheet', '0 0 1000 401', 'drawing-unclear'],
    ['a point left of it', '0 0 -500 0', 'drawing-unclear'],
    ['fractions', '0 0 500.5 0', 'drawing-unclear'],
    ['exponents', '0 0 1e2 0', 'drawing-unclear'],
    ['words', '0 0 NaN Infinity', 'drawing-unclear'],
    ['gaps', '0  0 500 0', 'drawing-unclear'],
    ['an empty stroke', `${LINE};`, 'drawing-unclear'],
    ['markup', '</script><script>', 'drawing-unclear'],
    [
      'too many points',
      Array(MAX_POINTS + 1)
        .fill('1 1')
        .join(' '),
      'drawing-unclear',
    ],
    ['too many strokes', Array(201).fill('0 0 9 9').join(';'), 'drawing-unclear'],
    ['too much text', `${'0 '.repeat(100_000)}0`, 'drawing-unclear'],
  ])('is not %s', (_what, drawing, violation) => {
    expect(findViolations({ way: 'drawn', drawing })).toEqual({ pad: violation });
    expect(truncateForRedisplay(form({ way: 'drawn', drawing })).drawing).toBe('');
  });

  it('is read back as it was written', () => {
    const point = fc.tuple(fc.integer({ min: 0, max: PAD_WIDTH }), fc.integer({ min: 0, max: PAD_HEIGHT }));
    const strokes = fc.array(fc.array(point, { minLength: 1, maxLength: 30 }), { maxLength: 20 });
    fc.assert(
      fc.property(strokes, (rest) => {
        const drawn = [[0, 0, 500, 200], ...rest.map((stroke) => stroke.flatMap((at) => [...at]))];
        expect(readDrawing(drawn.map((stroke) => stroke.join(' ')).join(';'))).toEqual(drawn);
      }),
    );
  });
});

it('names every violation at once, in the order of the page', () => {
  expect(Object.entries(findViolations({ fullName: '', way: 'drawn', consent: '' }))).toEqual([
    ['fullName', 'name-missing'],
    ['pad', 'drawing-missing'],
    ['consent', 'consent-missing'],
  ]);
});

describe('a name that differs from the stored one', () => {
  const check = (fullName: string, asked: string) => {
    const checked = checkForm(form({ fullName, asked }), 'Juan Pérez García');
    return 'violations' in checked ? Object.fromEntries(checked.violations) : checked.signature.typedName;
  };

  it('is asked about, and accepted when it is sent again', () => {
    expect(check('Eva Sol', '')).toEqual({ fullName: 'name-differs' });
    expect(check('Eva Sol', 'Eva Sol')).toBe('Eva Sol');
    expect(check(' Eva  Sol', 'Eva Sol ')).toBe('Eva Sol');
  });

  it('is asked about for each name', () => {
    expect(check('Eva Luna', 'Eva Sol')).toEqual({ fullName: 'name-differs' });
  });

  it('is not asked about where it is the same to a reader', () => {
    expect(check('PEREZ GARCIA, JUAN', '')).toBe('PEREZ GARCIA, JUAN');
  });
});

describe('the stored name', () => {
  it('may be typed with any characters, and with any blanks', () => {
    expect(checkForm(form({ fullName: '  Zoé  4 Æ 😀 ' }), RECORDED)).toMatchObject({
      signature: { typedName: RECORDED },
    });
  });
});
