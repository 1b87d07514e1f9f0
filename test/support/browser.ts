/** A browser for the tests of the hosted pages, where the machine has one. */
import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';

/** Path at which the browser may be installed. */
export const chromiumPath = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium';

/** Reason for which browser tests are skipped, for their names; empty if they run. */
export const skipped = isExecutable(chromiumPath) ? '' : ` (skipped: no Chromium at ${chromiumPath}; set CHROMIUM_BIN)`;

/** No sandbox, for containers, no network requests of the browser's own, and a camera that shows a test picture. */
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

/** The two sizes in which the pages are tested. */
export const devices = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1280, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>;

export interface OpenPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Complaints of the page: console messages, errors, and requests to other origins. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

let browser: Promise<Browser> | undefined;

/** The browser of this process, started at its first page. */
function startedBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: chromiumPath, headless: true, args: ARGUMENTS });
  return browser;
}

/** Ends the browser of this process; the next page starts another. */
async function closeBrowser(): Promise<void> {
  const started = browser;
  browser = undefined;
  await (await started)?.close();
}

/**
 * A page with a separate profile: no cookie, no storage and no cache of another page.
 * @param origin the only one that the page may call
 */
export async function openPage(origin: string, options: BrowserContextOptions): Promise<OpenPage> {
  const context = await (await startedBrowser()).newContext(options);
  const complaints: string[] = [];
  const page = await context.newPage();
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (asked !== origin && protocol !== 'data:' && protocol !== 'blob:') complaints.push(`request to ${asked}`);
  });
  // A refused form returns 422, which the browser itself notes as an error.
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
 * Returns what runs a test in a new browser on the pages of an origin, and expects no error or warning of the page, its policy
 * included. The browser of this process ends with the file.
 * @param other an origin that the page may call too
 * @param meant complaints that are none, of tests that bring them about. @default none
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

/** Saves the page of a failed test among the test artefacts, which are not in the repository. */
async function keepFailure(page: Page): Promise<void> {
  const folder = resolve(import.meta.dirname, '../../test-artifacts/screenshots');
  const name = expect.getState().currentTestName?.replaceAll(/\W+/g, '-') ?? 'unnamed';
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), timeout: 10_000 });
  console.error(`${name}, at ${page.url()}:\n${await page.locator('main').textContent({ timeout: 10_000 })}`);
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns every finding of an accessibility check in the present page, of any severity, by rule and element. Targets have
 * to be of 24 px too, which the check leaves out unless asked (WCAG 2.2, 2.5.8). The context must bypass the page's policy,
 * which forbids foreign scripts.
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
