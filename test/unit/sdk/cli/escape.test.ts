import { describe, expect, it, vi } from 'vitest';
import { startHttpServer } from '#local/processes/http-server';
import { escapeControls, escaping } from '#sdk/cli/escape';
import { cli } from '#test/support/cli';
import { refusal, startSmallCloud, xmlRefusal } from '#test/support/cloud/small-cloud';
import { runProgram } from '#test/support/run-program';
import { startedForTests } from '#test/support/started-for-tests';

/** Terminal title, color, clear screen (C1), carriage return, NUL, DEL, bidirectional controls, line separator. */
const HOSTILE = '\u001b]0;title\u0007\u001b[31m\u009b2J\r\u0000\u007f\u202e\u2066\u061c\u2028end';
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/** Returns the hostile text in every text field of a response. */
const server = startedForTests(() => {
  const transaction = { id: `tx${HOSTILE}`, status: HOSTILE, [`name${HOSTILE}`]: `a\nb${HOSTILE}` };
  const event = { at: '2026-01-15T16:30:10.368Z', to: HOSTILE, cause: `${HOSTILE}\n2026 forged` };
  const notification = { id: HOSTILE, createdAt: HOSTILE, eventType: HOSTILE, status: HOSTILE };
  const refusal = { code: `CODE${HOSTILE}`, message: HOSTILE, errors: [{ field: HOSTILE, message: HOSTILE }] };
  return startHttpServer(({ url = '' }, response) => {
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
});
const environment = () => ({ PARTNER_RAMP_BASE_URL: server().url, PARTNER_RAMP_API_KEY: 'ramp_sbx_x' });
let isRefusal = false;

const printed = ({ out, error }: { readonly out: string; readonly error: string }) => `${out}${error}`;

describe.each([['whoami'], ['tx', 'show', 'ID'], ['listen'], ['trigger', 'CREATED_KYC'], ['resend', 'ID']])(
  '%s %s',
  (...args) => {
    it.each([[], ['--json']])('prints no control character of a server %s', async (...options) => {
      for (const refused of [false, true]) {
        isRefusal = refused;
        const result = await cli([...args, ...options], { environment: environment() });
        expect(printed(result).replaceAll('\n', '')).not.toMatch(CONTROLS);
        if (refused) expect(result.error).toContain('\\u001b]0;title\\u0007');
      }
    });
  },
);

it('shows what a server returned as escapes, and lets no value make a line', async () => {
  isRefusal = false;
  const { out } = await cli(['tx', 'show', 'ID'], { environment: environment() });
  expect(out).toContain('a\\u000ab\\u001b]0;title');
  expect(out).not.toMatch(/^2026 forged/m);
  const json = await cli(['whoami', '--json'], { environment: environment() });
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

describe('a program that works on an account', () => {
  /** Control characters that are valid in XML: the C1 sequence that clears the screen, and a bidirectional control. */
  const MARKS = '\u009b2J\u202e';
  const ESCAPED = '\\u009b2J\\u202e';

  /** Runs a program against fake AWS services that refuse every request with an error message that contains `MARKS`. */
  async function refused(load: () => Promise<unknown>, ...args: readonly string[]) {
    const cloud = await startSmallCloud(({ headers }) =>
      headers['x-amz-target'] === undefined
        ? xmlRefusal('AccessDenied', MARKS)
        : refusal('AccessDeniedException', MARKS),
    );
    for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
    const keys = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'eu-west-1' };
    for (const [name, value] of Object.entries({ ...keys, AWS_ENDPOINT_URL: cloud.url })) vi.stubEnv(name, value);
    try {
      return await runProgram(load, args);
    } finally {
      vi.unstubAllEnvs();
      await cloud.stop();
    }
  }

  const account = ['--account', '123456789012', '--webhooks', 'https://hooks.example.com'];

  it.each([
    ['preflight', () => import('#cloud/preflight/main'), ['--env', 'sandbox']],
    ['verify:cloud', () => import('#cloud/main'), account],
  ])('such as %s shows a refusal of a service with escapes', async (_, load, args) => {
    const result = await refused(load, ...args);
    expect(printed(result).replaceAll('\n', '')).not.toMatch(CONTROLS);
    expect(result).toMatchObject({ code: 1, error: expect.stringContaining(ESCAPED) });
  });

  it('such as verify:cloud shows lines and failures of a run with escapes', async () => {
    vi.doMock('#cloud/plan/verify', async () => {
      const { terminal } = await import('#local/terminal');
      return {
        verify: async () => {
          terminal.out(`${HOSTILE}\n`);
          throw new Error(HOSTILE);
        },
      };
    });
    try {
      const result = await runProgram(() => import('#cloud/main'), []);
      expect(printed(result).replaceAll('\n', '')).not.toMatch(CONTROLS);
      expect(result).toMatchObject({ code: 1, out: expect.stringContaining('\\u001b]0;title\\u0007') });
      expect(result.error).toContain('\\u001b]0;title\\u0007');
    } finally {
      vi.doUnmock('#cloud/plan/verify');
    }
  });
});
