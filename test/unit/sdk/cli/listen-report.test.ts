import { expect, it } from 'vitest';
import type { KeptNotification } from '#sdk/cli/listen/feed';
import { ListenReport } from '#sdk/cli/listen/listen-report';
import type { DeliveryAttempt } from '#sdk/generated/openapi';

const ID = '019bc2bd-d2d0-7583-9e64-c1f7a05b3d82';
const payload = {
  environment: 'sandbox',
  type: 'TEST',
  event: 'TEST_EVENT',
  id: ID,
  userId: null,
  sequence: 1,
  occurredAt: '',
} as const;

const attempt = (second: number, statusCode: number | null): DeliveryAttempt => ({
  ...{ at: `2026-01-15T16:00:0${second}.000Z`, statusCode, durationMs: 12 },
  error: statusCode === 200 ? null : statusCode === null ? 'Connection refused' : `HTTP ${statusCode}`,
});

/** Returns a version of a notification. */
function change(version: number, resource: Partial<KeptNotification['resource']>): KeptNotification {
  const at = '2026-01-15T16:00:09.000Z';
  return {
    ...{ type: 'NOTIFICATION', id: ID, version, at },
    resource: {
      ...{ id: ID, status: 'PENDING', retryAttempts: 0, manualRetryCount: 0, createdAt: at, updatedAt: at, payload },
      ...{ latestErrorPayload: null, nextAttemptAt: null, lastManualRetryAt: null, replayCount: 0, version },
      ...{ attempts: [], ...resource },
    },
  };
}

it.each([
  [{ status: 500, durationMs: 3, error: null }, '→ 500 in 3 ms'],
  [{ status: null, durationMs: 3, error: 'not an HTTP response (HPE_X)' }, '→ not an HTTP response (HPE_X)'],
  [{ status: 200, durationMs: 3, error: 'incomplete response (X)' }, '→ 200 in 3 ms, incomplete response (X)'],
])('shows the outcome of forwarding: %o', (outcome, text) => {
  const printed: { readonly json: unknown; readonly text: string }[] = [];
  new ListenReport((line) => void printed.push(line), false).forwarded(change(1, {}), outcome);
  expect(printed.map((line) => line.text.split(`${ID}  `)[1])).toEqual([text]);
  expect(printed[0]?.json).toMatchObject({ id: ID, forwarded: outcome });
});

/** Returns the printed lines of versions, without time, event and id. */
function printed(changes: readonly KeptNotification[], showsBodies = false): string[] {
  const lines: string[] = [];
  const print = ({ text }: { readonly text: string }) => void lines.push(text.split(`${ID}  `)[1] ?? text);
  const report = new ListenReport(print, showsBodies);
  for (const one of changes) report.delivered(one);
  return lines;
}

it('shows each attempt of a delivery once, with its response and what follows', () => {
  const [refused, unreached, taken] = [attempt(1, 503), attempt(2, null), attempt(3, 200)];
  const next = '2026-01-15T16:15:00.000Z';
  expect(
    printed([
      change(1, {}),
      change(2, { retryAttempts: 1, attempts: [refused], nextAttemptAt: next }),
      change(3, { retryAttempts: 2, attempts: [refused, unreached], status: 'FAILED' }),
      change(4, { attempts: [refused, unreached] }),
      change(5, { retryAttempts: 1, attempts: [refused, unreached, taken], status: 'SENT' }),
    ]),
  ).toEqual([
    'sending',
    '→ 503 in 12 ms, next attempt at 16:15:00',
    '→ Connection refused in 12 ms, FAILED after the last attempt',
    'sending again',
    '→ 200 in 12 ms',
  ]);
});

it('shows nothing that was sent before it came', () => {
  const before = [attempt(1, 503), attempt(2, 200)];
  expect(printed([change(4, { attempts: before })])).toEqual(['sending again']);
  const attempts = [...before, attempt(3, 200)];
  expect(printed([change(5, { retryAttempts: 1, attempts, status: 'SENT' })])).toEqual(['→ 200 in 12 ms']);
});

it('says that nothing is sent, and shows the body once', () => {
  const body = JSON.stringify(payload);
  expect(printed([change(1, { status: 'NOT_SENT' })])).toEqual([
    'not sent: the default endpoint has no URL, or does not select the event',
  ]);
  const sent = change(2, { retryAttempts: 1, attempts: [attempt(1, 200)], status: 'SENT' });
  expect(printed([change(1, {}), sent], true)).toEqual([`sending\n${body}`, '→ 200 in 12 ms']);
});
