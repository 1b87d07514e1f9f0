/** Requirements of every hosted page. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { allViolations } from './browser';

/** Maximum size of a page without images, in bytes. */
const MAX_PAGE_BYTES = 60_000;

/** Minimum window width without horizontal scrolling: 1280 px at 400 % (WCAG 2.2, 1.4.10). */
const NARROWEST_PX = 320;

/** Minimum height of a button or field in CSS px (WCAG 2.2, 2.5.5). Checkboxes are in labels with this height. */
const TARGET_PX = 44;

/** Returns by how many pixels the page is wider than the window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/**
 * Expects no accessibility violation, a small document, large buttons and fields, and no horizontal scrolling (narrow window or
 * double text size). The browser context must bypass the content security policy, which blocks the script of axe.
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

/** Returns the texts of buttons and fields that are too small for touch. */
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
  // Enlarges only the text, like a browser setting. A page zoom needs no test, because it has the effect of a narrow window.
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  expect(await overflow(page), 'text of twice the size').toBe(0);
  await page.evaluate("document.documentElement.style.fontSize = ''");
}

/**
 * Presses Tab through the page, and expects a visible focus on each link, button and field once, in order. Excludes elements with
 * `aria-hidden`; one radio button per group is enough.
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
