/** The bars of every page that people open. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { allViolations } from './browser';

/** Longest page without pictures, bytes. */
const MAX_PAGE_BYTES = 60_000;

/** Narrowest window in which a page is read without scrolling to the side: 1280 px at 400 % (WCAG 2.2, 1.4.10). */
const NARROWEST_PX = 320;

/** Smallest height of a button or a field, CSS px (WCAG 2.2, 2.5.5); the checkboxes stand in labels of that height. */
const TARGET_PX = 44;

/** Measures how far the page reaches beyond the window to the right, in pixels. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/**
 * Expects everything that holds in every state of a page: no finding of an accessibility check, a small document, no
 * scrolling to the side in a narrow window or with text of twice the size, targets that a finger hits, and a focus that
 * passes everything in its order and can be seen. The context must bypass the page's policy.
 */
export async function expectBars(page: Page): Promise<void> {
  expect(await allViolations(page)).toEqual([]);
  expect(await pageBytes(page)).toBeLessThan(MAX_PAGE_BYTES);
  expect(await smallTargets(page)).toEqual([]);
  await expectReflow(page);
}

async function pageBytes(page: Page): Promise<number> {
  return Buffer.byteLength((await page.content()).replace(/data:image[^"]*/g, ''));
}

/** Buttons and fields that are lower than a finger wants, by their text. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('button, .button, select, summary, input[type=text], input[type=email], input[type=tel], input[type=date], input[type=file]')]
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, { height }]) => height > 0 && height < ${TARGET_PX})
    .map(([one, { height }]) => (one.id || one.textContent.trim()) + ': ' + height)`);
}

async function expectReflow(page: Page): Promise<void> {
  const size = page.viewportSize();
  if (size === null) throw new Error('The page has no window');
  await page.setViewportSize({ width: NARROWEST_PX, height: size.height });
  expect(await overflow(page), 'narrow').toBe(0);
  await page.setViewportSize(size);
  // Text alone, as the setting of a browser has it: a zoom of the page is a narrower window.
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  expect(await overflow(page), 'text of twice the size').toBe(0);
  await page.evaluate("document.documentElement.style.fontSize = ''");
}

/**
 * Presses Tab until the focus is through. It passes links, buttons and fields in their order, each once and each to be
 * seen; not the button that Return in a field presses, which is hidden; of a group of radio buttons one, and the parts of a field of a date.
 */
export async function expectFocusOrder(page: Page): Promise<void> {
  const count = await page.evaluate<number>(`{
    window.stops = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')]
      .filter((one) => one.checkVisibility() && !one.disabled && one.ariaHidden !== 'true');
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    stops.length;
  }`);
  const passed: number[] = [];
  for (let at = 0; at < count * 2 + 8; at += 1) {
    await page.keyboard.press('Tab');
    const [stop, isSeen] = await page.evaluate<[number, boolean]>(`{
      const one = document.activeElement, style = getComputedStyle(one);
      // The parts of a field of a date show it themselves.
      [stops.indexOf(one), one.type === 'date' || (style.outlineStyle !== 'none' && style.outlineWidth !== '0px')];
    }`);
    if (stop === -1) break;
    expect(isSeen, `focus ${stop} can be seen`).toBe(true);
    if (passed.at(-1) !== stop) passed.push(stop);
  }
  expect(passed).toEqual(passed.toSorted((one, other) => one - other));
  const skipped = await page.evaluate<string[]>(`stops
    .filter((one, at) => !${JSON.stringify(passed)}.includes(at) && one.type !== 'radio')
    .map((one) => one.outerHTML)`);
  expect(skipped).toEqual([]);
}
