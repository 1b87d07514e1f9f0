import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawStateDiagram } from '#site/state-diagram';

const GENERATED = resolve(import.meta.dirname, '../../../docs/generated');

/** Returns the texts of a drawing, with wrapped lines joined. */
function textsOf(svg: string, className: string): string[] {
  const found = [...svg.matchAll(new RegExp(`<text class="${className}">(.*?)</text>`, 'g'))];
  return found.map(([, spans = '']) => spans.replaceAll(/<[^>]*>/g, ''));
}

const DIAGRAM = `stateDiagram-v2
  [*] --> OPEN: CREATED
  OPEN --> AWAITING_MANUAL_TRANSFER: DEPOSIT_RECEIVED / FIAT_RECEIVED
  AWAITING_MANUAL_TRANSFER --> CLOSED: PAID & <checked>
  CLOSED --> CLOSED: RETURNED / PAYOUT_RETURNED
  CLOSED --> [*]`;

describe('a drawing', () => {
  const { svg, text } = drawStateDiagram(DIAGRAM);

  it('has each state once and each arrow with its trigger, in escaped text', () => {
    expect(textsOf(svg, 'state')).toEqual(['OPEN', 'AWAITING_MANUAL_TRANSFER', 'CLOSED']);
    expect(textsOf(svg, 'trigger')).toEqual(['CREATED', 'DEPOSIT_RECEIVED', 'PAID &amp; &lt;checked&gt;']);
    expect(svg.match(/marker-end/g)).toHaveLength(3);
    expect(svg).toContain('3 states, 3 arrows');
  });

  it('gives the last state a double border, and draws nothing outside of its frame', () => {
    expect(svg.match(/<rect/g)).toHaveLength(4);
    const [, width = 0, height = 0] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.map(Number) ?? [];
    const numbers = [...svg.matchAll(/<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)"/g)];
    for (const [, ...box] of numbers) {
      const [x = 0, y = 0, w = 0, h = 0] = box.map(Number);
      expect([x >= 0, y >= 0, x + w <= width, y + h <= height]).toEqual([true, true, true, true]);
    }
  });

  it('has all of the diagram as text', () => {
    expect(text).toContain('● → OPEN: CREATED');
    expect(text).toContain('CLOSED → CLOSED: RETURNED / PAYOUT_RETURNED');
    expect(text.split('\n')).toHaveLength(5);
  });
});

it.each(['on-ramp', 'off-ramp', 'cross-ramp'])('the drawing of the %s has every status and every change', (kind) => {
  const page = readFileSync(join(GENERATED, `${kind}-states.md`), 'utf8');
  const mermaid = /```mermaid\n(.*?)```/s.exec(page)?.[1] ?? '';
  const { svg } = drawStateDiagram(mermaid.trim());
  const changes = page.slice(page.indexOf('## Changes of the status'), page.indexOf('## Reports without'));
  const rows = [...changes.matchAll(/^\| `(\w+)` \| `(\w+)` \| `(\w+)` \|/gm)];
  expect(rows.length).toBeGreaterThanOrEqual(10);
  const statuses = new Set(rows.flatMap(([, from = '', , to = '']) => [from, to]));
  expect(new Set(textsOf(svg, 'state'))).toEqual(statuses);
  expect(textsOf(svg, 'trigger').slice(1).toSorted()).toEqual(rows.map(([, , on = '']) => on).toSorted());
});
