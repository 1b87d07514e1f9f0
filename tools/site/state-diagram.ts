/** Draws state diagrams as SVG. */
import { Graph, layout } from '@dagrejs/dagre';
import { escapeHtml } from './page';

/** Width of a label character in pixels. The font size in the style sheet must match. */
const CHARACTER = 7;
const LINE = 14;
const LONGEST_LINE = 14;
const PADDING = 12;
const START = '[*]';

interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Trigger of the transition, without its webhook event. The text below the drawing contains both. */
  readonly label: string;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Draws a mermaid state diagram with the layout of dagre. Final states have a double border. The drawing omits transitions from a
 * state to itself; the text lists every transition.
 */
export function drawStateDiagram(mermaid: string): { readonly svg: string; readonly text: string } {
  const [, ...lines] = mermaid.split('\n').map((line) => line.trim());
  const arrows = lines.flatMap((line): Arrow[] => {
    const [, from = '', to = '', text = ''] = /^(\S+) --> (\S+?)(?:: (.*))?$/.exec(line) ?? [];
    return from === to || to === START ? [] : [{ from, to, label: text.split(' / ')[0] ?? '' }];
  });
  return { svg: drawing(arrows), text: lines.join('\n').replaceAll('-->', '→').replaceAll(START, '●') };
}

function drawing(arrows: readonly Arrow[]): string {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 18, edgesep: 12, ranksep: 26, marginx: 2, marginy: 2 });
  const states = new Set(arrows.flatMap(({ from, to }) => [from, to]));
  for (const state of states) {
    const isStart = state === START;
    graph.setNode(state, {
      width: isStart ? PADDING : widthOf(state) + 2 * PADDING,
      height: isStart ? PADDING : heightOf(state) + PADDING,
    });
  }
  for (const { from, to, label } of arrows)
    graph.setEdge(from, to, { width: widthOf(label) + PADDING, height: heightOf(label), labelpos: 'c' });
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const left = new Set(arrows.map(({ from }) => from));
  const parts = [
    ...arrows.map(({ from, to }) => `<path d="${curve(graph.edge(from, to).points)}" marker-end="url(#arrow)"/>`),
    ...arrows.map(({ from, to, label }) => textAt(graph.edge(from, to), label, 'trigger')),
    ...[...states].map((state) => node(graph.node(state), state, !left.has(state))),
  ];
  const name = `Diagram of states and transitions: ${states.size - 1} states, ${arrows.length} arrows. The text below has the same content.`;
  return `<svg role="img" aria-label="${name}" width="${Math.ceil(width)}" height="${Math.ceil(height)}" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}">
<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
${parts.join('\n')}
</svg>`;
}

function node({ x, y, width, height }: Point & { width: number; height: number }, state: string, isLast: boolean) {
  if (state === START) return `<circle cx="${round(x)}" cy="${round(y)}" r="${width / 2}"/>`;
  const box = (inset: number) =>
    `<rect x="${round(x - width / 2 + inset)}" y="${round(y - height / 2 + inset)}" width="${round(width - 2 * inset)}" height="${round(height - 2 * inset)}" rx="6"/>`;
  return `${box(0)}${isLast ? box(3) : ''}${textAt({ x, y }, state, 'state')}`;
}

function textAt({ x, y }: Point, label: string, className: string): string {
  const lines = linesOf(label);
  const spans = lines.map((line, at) => {
    const top = round(y + (at - (lines.length - 1) / 2) * LINE);
    return `<tspan x="${round(x)}" y="${top}">${escapeHtml(line)}</tspan>`;
  });
  return `<text class="${className}">${spans.join('')}</text>`;
}

/** Splits a long name at the underscore closest to its middle. */
function linesOf(name: string): readonly string[] {
  if (name.length <= LONGEST_LINE) return [name];
  const breaks = [...name.matchAll(/_/g)].map(({ index }) => index + 1);
  const [at = 0] = breaks.toSorted((one, other) => Math.abs(one - name.length / 2) - Math.abs(other - name.length / 2));
  return [name.slice(0, at), name.slice(at)].filter((line) => line !== '');
}

function widthOf(name: string): number {
  return Math.max(...linesOf(name).map((line) => line.length)) * CHARACTER;
}

function heightOf(name: string): number {
  return linesOf(name).length * LINE;
}

/** Smooths the corners of a line with quadratic curves. */
function curve([first, ...points]: readonly Point[]): string {
  if (first === undefined) return '';
  const last = points.at(-1) ?? first;
  const bends = points.slice(0, -1).map((point, at) => {
    const next = points[at + 1] ?? last;
    const end = at === points.length - 2 ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${place(point)} ${place(end)}`;
  });
  return `M${place(first)}${bends.join('')}${bends.length === 0 ? `L${place(last)}` : ''}`;
}

function place({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

/** Rounds to one decimal, so that an SVG has few bytes and is identical in every build. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
