import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InvocationObserver } from '#local/lambda/runtime';
import { endpoints } from '#shared/api/endpoints';
import { workers } from '#shared/api/workers';

/** Events kept of a function; the next one takes the place of the oldest. */
const KEPT = 20;

const ids = new Map([...endpoints, ...workers].map(({ id, folder }) => [folder, id]));

/**
 * Writes the event of each invocation to `<id>-<number>.json` in a folder, readable by its owner alone, for
 * `npm run invoke`. API keys, webhook secrets and tokens of links are removed; what people entered is not.
 */
export function eventFiles(folder: string): InvocationObserver {
  mkdirSync(folder, { recursive: true });
  const counts = new Map<string, number>();
  return (fn, event) => {
    const id = [...ids].find(([path]) => fn.folder.endsWith(`/${path}`))?.[1] ?? fn.name;
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    const name = `${id}-${String(((count - 1) % KEPT) + 1).padStart(2, '0')}.json`;
    writeFileSync(join(folder, name), `${withoutSecrets(event)}\n`, { mode: 0o600 });
  };
}

/** The event as JSON, with every credential of ours replaced. */
export function withoutSecrets(event: unknown): string {
  const text = JSON.stringify(event, null, 2)
    .replaceAll(/ramp_(sbx|live)_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}/g, 'ramp_$1_removed')
    .replaceAll(/whsec_[0-9A-Za-z+/=]+/g, 'whsec_removed');
  const token = linkToken(event);
  return token === undefined ? text : text.replaceAll(token, 'removed');
}

/** The token of the link that a person opened, where the event is of such a request. */
function linkToken(event: unknown): string | undefined {
  if (typeof event !== 'object' || event === null || !('pathParameters' in event)) return undefined;
  const { pathParameters } = event;
  const hasToken = typeof pathParameters === 'object' && pathParameters !== null && 'token' in pathParameters;
  return hasToken && typeof pathParameters.token === 'string' ? pathParameters.token : undefined;
}
