import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { styleSheet } from '#shared/hosted-pages/style-sheet';
import {
  contrastRatio,
  contrastViolation,
  DARK_INK,
  DARK_WASH,
  derivedColors,
  LIGHT_WASH,
} from '#shared/partners/domain/brand-color';

const colors = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('the contrast of two colours', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#ff6600', '#ffffff', 2.94],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#0b6e4f', '#ffffff', 6.23],
  ])('of %s on %s is %d', (one, other, ratio) => {
    expect(contrastRatio(one, other)).toBeCloseTo(ratio, 1);
    expect(contrastRatio(other, one)).toBe(contrastRatio(one, other));
  });

  it('is never shown as the bound that it misses', () => {
    fc.assert(
      fc.property(colors, (color) => {
        const violation = contrastViolation(color);
        expect(violation === undefined).toBe(contrastRatio(color, '#ffffff') >= 4.5);
        if (violation !== undefined) expect(violation).toMatch(/^Contrast with white is [1-4]\.\d:1; it must/);
        expect(violation ?? '').not.toContain('is 4.5');
      }),
    );
  });
});

it('what is derived can be read wherever a page has it', () => {
  fc.assert(
    fc.property(colors, (color) => {
      const { light, dark } = derivedColors(color);
      for (const background of [LIGHT_WASH, '#ffffff'])
        expect(contrastRatio(light, background)).toBeGreaterThanOrEqual(4.5);
      for (const background of [DARK_WASH, '#12161d', DARK_INK])
        expect(contrastRatio(dark, background)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

it('a colour that can be read as it is stays as it is', () => {
  expect(derivedColors('#0b6e4f').light).toBe('#0b6e4f');
});

it('the backgrounds are those of the style sheet', () => {
  for (const background of [LIGHT_WASH, DARK_WASH]) expect(styleSheet).toContain(`--wash: ${background}`);
});
