/**
 * Records responses and webhooks of tests, so that the tests in `test/document` can compare them with the OpenAPI document. Of
 * responses that differ only in ids, texts and numbers, only the first is recorded. This reduces hundreds of thousands of
 * responses to thousands.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { observeExchanges } from '#local/partner/api-client';
import { observeWebhooks } from '#local/partner/webhook-receiver';
import { allPaths, endpointsIn } from '#shared/contract/endpoints';

/** A recorded response or webhook. */
export type Recorded =
  | { readonly id: string; readonly status: number; readonly body: unknown }
  | { readonly webhook: unknown };

const rows = endpointsIn('sandbox').filter(({ scope }) => scope === 'partner');

/** Paths of operations. A concrete path precedes a path with a parameter in the same position. */
const routes = [...new Set(rows.flatMap(allPaths))]
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));

/** Finds the operation of a request. @param url path and query */
function operationOf(method: string, url: string): string | undefined {
  const [path = ''] = url.split('?');
  const route = routes.find(({ pattern }) => pattern.test(path));
  return rows.find((row) => row.method === method && route !== undefined && allPaths(row).includes(route.path))?.id;
}

const known = new Set<string>();
let lines: string[] = [];

observeExchanges(({ method, url, response: { status, body } }) => {
  const id = operationOf(method, url);
  if (id !== undefined) keep(`${id} ${status}`, { id, status, body }, body);
});

observeWebhooks((text) => {
  const webhook: unknown = JSON.parse(text);
  keep('webhook', { webhook }, webhook);
});

function keep(what: string, recorded: Recorded, body: unknown): void {
  const kind = `${what} ${kindOf(body)}`;
  if (known.has(kind)) return;
  known.add(kind);
  lines.push(JSON.stringify(recorded));
}

/** Returns the same text for values that differ only in ids, texts and numbers. Words in capitals (such as statuses) remain. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(kindOf))].sort().join()}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value).map(([name, inner]) => `${name}:${kindOf(inner)}`)}}`;
  return typeof value === 'string' && /^[A-Z][A-Z_]+$/.test(value) ? value : value === null ? 'null' : typeof value;
}

/** Appends the responses and webhooks since the last call to a file in the folder RECORD_RESPONSES, if this variable is set. */
export function writeRecordedResponses(): void {
  const folder = process.env.RECORD_RESPONSES;
  if (folder === undefined || lines.length === 0) return;
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${lines.join('\n')}\n`, { mode: 0o600 });
  lines = [];
}
