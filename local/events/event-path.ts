import { isJsonObject } from '#local/engines/json-object';

const STEP = /^(?:\.([\w-]+)|\['([^']+)'\]|\[(\d+)\])/;

/** Reads one value out of an event; undefined where the path leads nowhere. */
export type PathReader = (event: unknown) => unknown;

/**
 * Compiles the simple paths that rules use: `$`, `$.detail`, `$.detail.list[0]`, `$.detail['a name']`.
 * Throws for any other, such as a search with a star.
 */
export function compileEventPath(path: string): PathReader {
  if (!path.startsWith('$')) throw new Error(`A path into the event begins with $: ${path}`);
  const steps: string[] = [];
  let rest = path.slice(1);
  while (rest !== '') {
    const [step, ...names] = STEP.exec(rest) ?? [];
    const name = names.find((candidate) => candidate !== undefined);
    if (step === undefined || name === undefined) throw new Error(`The local bus does not run this path: ${path}`);
    steps.push(name);
    rest = rest.slice(step.length);
  }
  return (event) => steps.reduce<unknown>(valueUnder, event);
}

function valueUnder(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)];
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
