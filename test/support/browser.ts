/** A browser for tests of hosted pages, if the machine has one. */
import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';

/** Path of the installed browser. */
export const chromiumPath = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium';

/** Reason why browser tests are skipped, as a suffix of their names. Empty if they run. */
export const skipped = isExecutable(chromiumPath) ? '' : ` (skipped: no Chromium at ${chromiumPath}; set CHROMIUM_BIN)`;

/** Arguments of the browser: no sandbox (for containers), no background network requests, and a camera with a test image. */
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/** Screen sizes of the browser tests. */
export const devices = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1280, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>;

export interface OpenPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Problems of the page: console errors, script errors, and requests to other origins. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

let browser: Promise<Browser> | undefined;

/** Returns the browser of this process, and starts it for the first page. */
function startedBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: chromiumPath, headless: true, args: ARGUMENTS });
  return browser;
}

/** Closes the browser of this process; the next page starts a new one. */
async function closeBrowser(): Promise<void> {
  const started = browser;
  browser = undefined;
  await (await started)?.close();
}

/**
 * Opens a page with a new profile, without cookies, storage and cache of other pages.
 * @param origin the only origin that the page may request
 */
export async function openPage(origin: string, options: BrowserContextOptions): Promise<OpenPage> {
  const context = await (await startedBrowser()).newContext(options);
  const complaints: string[] = [];
  const page = await context.newPage();
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (asked !== origin && protocol !== 'data:' && protocol !== 'blob:') complaints.push(`request to ${asked}`);
  });
  // Some tests cause a response with status 404, 409, 410 or 422 on purpose. The browser logs each such response as an error.
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (409|422|410|404)/.test(message.text()))
      complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
  page.setDefaultTimeout(120_000);
  return {
    context,
    page,
    complaints,
    close: () => context.close(),
  };
}

/**
 * Returns a function that runs a test on a new page with a new browser profile. The function expects no errors on the page and no
 * requests to other origins. The browser closes after the test file.
 * @param origin origin of the tested pages
 * @param other another origin that the page may request
 * @param meant console messages that a test causes on purpose. @default none
 */
export function browserOn(origin: string, other?: string, meant?: RegExp) {
  afterAll(closeBrowser);
  return async (options: BrowserContextOptions, act: (page: Page, open: OpenPage) => Promise<void>): Promise<void> => {
    const open = await openPage(origin, options);
    try {
      await act(open.page, open);
      const isMeant = (complaint: string) => complaint === `request to ${other}` || meant?.test(complaint);
      expect(open.complaints.filter((complaint) => !isMeant(complaint))).toEqual([]);
    } catch (error) {
      await keepFailure(open.page).catch(() => undefined);
      throw error;
    } finally {
      await open.close();
    }
  };
}

/** Saves a screenshot of a failed test in test-artifacts, which git ignores. */
async function keepFailure(page: Page): Promise<void> {
  const folder = resolve(import.meta.dirname, '../../test-artifacts/screenshots');
  const name = expect.getState().currentTestName?.replaceAll(/\W+/g, '-') ?? 'unnamed';
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), timeout: 10_000 });
  console.error(`${name}, at ${page.url()}:\n${await page.locator('main').textContent({ timeout: 10_000 })}`);
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns all accessibility violations of a page, of any severity, by rule and element. Includes the target size of 24 px, which
 * axe checks only on request (WCAG 2.2, 2.5.8). The context must bypass the content security policy, which blocks the script of
 * axe.
 */
export async function allViolations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run({ rules: { 'target-size': { enabled: true } } });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

declare global {
  var axe: typeof import('axe-core');
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
