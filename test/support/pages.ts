/** Requests to hosted pages, and the checks of every page. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';

/** A page as a browser without JavaScript receives it. */
export interface HtmlPage {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

export async function getPage(url: string, headers: Readonly<Record<string, string>> = {}): Promise<HtmlPage> {
  return asPage(await fetch(url, { headers, redirect: 'manual' }));
}

/** Submits a form as a browser does. */
export async function postForm(
  url: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<HtmlPage> {
  const body = new URLSearchParams(fields);
  return asPage(await fetch(url, { method: 'POST', body, headers, redirect: 'manual' }));
}

async function asPage(response: Response): Promise<HtmlPage> {
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/** Returns the heading of a page. */
export function heading({ html }: HtmlPage): string {
  return /<h1>([^<]*)<\/h1>/.exec(html)?.[1] ?? '';
}

/** Expects that a page reveals no internals and loads nothing from other origins. */
export function expectSafe({ headers, html }: HtmlPage): void {
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(headers.get('set-cookie')).toBeNull();
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  for (const [tag, directive] of [
    ['style', 'style-src'],
    ['script', 'script-src'],
  ] as const) {
    const texts = [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, text]) => text);
    expect(texts.length).toBeLessThanOrEqual(1);
    const hashes = texts.map((text) =>
      createHash('sha256')
        .update(text ?? '')
        .digest('base64'),
    );
    expect(policy).toContain(`${directive} ${hashes[0] === undefined ? "'none'" : `'sha256-${hashes[0]}'`}`);
  }
  const bare = html.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '').replace(/"[^"]*"/g, '""');
  expect(bare).not.toMatch(/<[^>]* (style|on\w+)=/);
  expect(html).not.toMatch(/https?:\/\//);
  for (const [, address] of html.matchAll(/(?:href|src|action)="([^"]*)"/g)) {
    expect(address).toMatch(
      /^(data:,|#\w+|\?lang=(es|en|pt)(&(amp;)?step=(accessibility|receipt))?|[\w-]{43}\/(document|receipt)\?lang=(es|en|pt)(&amp;step=return)?)$/,
    );
  }
}
