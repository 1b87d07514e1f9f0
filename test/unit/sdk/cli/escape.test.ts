import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { escapeControls, escaping } from '#sdk/cli/escape';
import { cli } from '#test/support/cli';

/** A title, a colour, a cursor movement as C0 and as C1, a return, a mark of direction, a separator. */
const HOSTILE = '\u001b]0;title\u0007\u001b[31m\u009b2J\r\u0000\u007f\u202e\u2066\u061c\u2028end';
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/** Puts the hostile text wherever an answer has text. */
let server: Server;
let environment: Record<string, string>;
let isRefusal = false;

beforeAll(async () => {
  const transaction = { id: `tx${HOSTILE}`, status: HOSTILE, [`name${HOSTILE}`]: `a\nb${HOSTILE}` };
  const event = { at: '2026-01-15T16:30:10.368Z', to: HOSTILE, cause: `${HOSTILE}\n2026 forged` };
  const notification = { id: HOSTILE, createdAt: HOSTILE, eventType: HOSTILE, status: HOSTILE };
  const refusal = { code: `CODE${HOSTILE}`, message: HOSTILE, errors: [{ field: HOSTILE, message: HOSTILE }] };
  server = createServer(({ url = '' }, response) => {
    const data = url.includes('/events')
      ? { data: [event] }
      : url.includes('/webhook-notifications')
        ? { total: 1, data: [notification] }
        : url.includes('/transactions')
          ? transaction
          : { partnerId: HOSTILE, environment: `sandbox${HOSTILE}` };
    response.writeHead(isRefusal ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRefusal ? { success: false, ...refusal } : { success: true, data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const PARTNER_RAMP_BASE_URL = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  environment = { PARTNER_RAMP_BASE_URL, PARTNER_RAMP_API_KEY: 'ramp_sbx_x' };
});
afterAll(() => server.close());

const printed = ({ out, error }: { readonly out: string; readonly error: string }) => `${out}${error}`;

describe.each([['whoami'], ['tx', 'show', 'ID'], ['listen'], ['trigger', 'CREATED_KYC'], ['resend', 'ID']])(
  '%s %s',
  (...args) => {
    it.each([[], ['--json']])('prints no control character of a server %s', async (...options) => {
      for (const refused of [false, true]) {
        isRefusal = refused;
        const result = await cli([...args, ...options], { environment });
        expect(printed(result).replaceAll('\n', '')).not.toMatch(CONTROLS);
        if (refused) expect(result.error).toContain('\\u001b]0;title\\u0007');
      }
    });
  },
);

it('shows what a server answered as escapes, and lets no value make a line', async () => {
  isRefusal = false;
  const { out } = await cli(['tx', 'show', 'ID'], { environment });
  expect(out).toContain('a\\u000ab\\u001b]0;title');
  expect(out).not.toMatch(/^2026 forged/m);
  const json = await cli(['whoami', '--json'], { environment });
  expect(JSON.parse(json.out)).toMatchObject({ partnerId: HOSTILE });
});

it('leaves every other text as it is', () => {
  const text = 'Ana García, “ok” — 日本 🙂 ناصر';
  expect(escapeControls(text)).toBe(text);
});

it('covers results, problems and questions of a terminal', async () => {
  const seen: string[] = [];
  const terminal = escaping({
    out: (text: string) => void seen.push(text),
    error: (text: string) => void seen.push(text),
    ask: async (question: string) => {
      seen.push(question);
      return undefined;
    },
  });
  terminal.out('a\u001b\nb');
  terminal.error('\u009b');
  await terminal.ask('\u202e?');
  expect(seen).toEqual(['a\\u001b\nb', '\\u009b', '\\u202e?']);
});
