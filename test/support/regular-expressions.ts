import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { transformSync } from 'esbuild';
import { parseAst } from 'vitest/node';

const ROOT = resolve(import.meta.dirname, '../..');

/** A regular expression in the code, with the files that contain it. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly places: readonly string[];
}

/** Regular expression literals of a file. `madeAtRuntime` is true if the file also creates regular expressions at run time. */
interface Finds {
  readonly literals: { readonly source: string; readonly flags: string }[];
  madeAtRuntime: boolean;
}

/** Finds all regular expressions in the TypeScript files of folders. */
export function patternsIn(folders: readonly string[]): { patterns: Pattern[]; madeAtRuntime: string[] } {
  const patterns = new Map<string, Pattern>();
  const madeAtRuntime: string[] = [];
  for (const place of folders.flatMap(listFiles)) {
    const { literals, madeAtRuntime: isMade } = findsIn(readFileSync(resolve(ROOT, place), 'utf8'));
    if (isMade) madeAtRuntime.push(place);
    for (const { source, flags } of literals) {
      const name = `/${source}/${flags}`;
      patterns.set(name, { source, flags, places: [...(patterns.get(name)?.places ?? []), place] });
    }
  }
  return { patterns: [...patterns.values()], madeAtRuntime };
}

function listFiles(folder: string): string[] {
  return readdirSync(resolve(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);
}

function findsIn(typescript: string): Finds {
  const finds: Finds = { literals: [], madeAtRuntime: false };
  look(parseAst(transformSync(typescript, { loader: 'ts', target: 'esnext' }).code), finds);
  return finds;
}

/** Visits the nodes of a syntax tree (ESTree). */
function look(node: unknown, finds: Finds): void {
  if (Array.isArray(node)) {
    for (const one of node) look(one, finds);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if ('regex' in node) finds.literals.push(readLiteral(node.regex));
  if ('callee' in node && isNamed(node.callee, 'RegExp')) finds.madeAtRuntime = true;
  for (const inner of Object.values(node)) look(inner, finds);
}

function readLiteral(regex: unknown): { source: string; flags: string } {
  if (typeof regex === 'object' && regex !== null && 'pattern' in regex && 'flags' in regex)
    return { source: String(regex.pattern), flags: String(regex.flags) };
  throw new Error('A literal of an unknown form');
}

function isNamed(node: unknown, name: string): boolean {
  return typeof node === 'object' && node !== null && 'name' in node && node.name === name;
}
