import { compileEventPath } from '#local/events/event-path';

/** `InputTransformer` of a rule's target. */
export interface InputTransformer {
  readonly InputPathsMap?: Readonly<Record<string, string>>;
  readonly InputTemplate: string;
}

export interface TargetInputOptions {
  readonly ruleName: string;
  readonly inputPath: string | undefined;
  readonly inputTransformer: InputTransformer | undefined;
}

/** The text that a target receives for an event. */
export type TargetInput = (event: unknown) => string;

const PLACEHOLDER = /<([\w.-]+)>/g;

/** The event itself, the part of it under InputPath, or the filled template. Throws if one cannot be run. */
export function compileTargetInput({ ruleName, inputPath, inputTransformer }: TargetInputOptions): TargetInput {
  if (inputTransformer !== undefined) return compileTemplate(inputTransformer, ruleName);
  if (inputPath === undefined) return (event) => JSON.stringify(event);
  const read = compileEventPath(inputPath);
  return (event) => JSON.stringify(read(event) ?? null);
}

function compileTemplate({ InputPathsMap = {}, InputTemplate }: InputTransformer, ruleName: string): TargetInput {
  const readers = new Map(Object.entries(InputPathsMap).map(([name, path]) => [name, compileEventPath(path)]));
  readers.set('aws.events.rule-name', () => ruleName);
  readers.set('aws.events.event', (event) => event);
  readers.set('aws.events.event.json', (event) => event);
  for (const [, name = ''] of InputTemplate.matchAll(PLACEHOLDER)) {
    if (!readers.has(name)) throw new Error(`Rule ${ruleName}: its template uses <${name}>, which has no path.`);
  }
  return (event) =>
    InputTemplate.replace(PLACEHOLDER, (_placeholder, name: string, at: number) => {
      const value = readers.get(name)?.(event);
      const json = JSON.stringify(value ?? null);
      if (!isInsideText(InputTemplate, at)) return json;
      // Inside quotes the bare text goes in, escaped like the rest of that text.
      if (value === undefined) return '';
      return JSON.stringify(typeof value === 'string' ? value : json).slice(1, -1);
    });
}

/** Tells whether the place in the template lies between the quotes of a JSON string. */
function isInsideText(template: string, at: number): boolean {
  const quotes = template.slice(0, at).replace(/\\./g, '').match(/"/g);
  return (quotes?.length ?? 0) % 2 === 1;
}
