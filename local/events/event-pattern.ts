import { isJsonObject, type JsonObject } from '#local/engines/json-object';
import { compileValueMatcher, isAbsenceTest, PatternError } from '#local/events/value-matcher';

/** An event pattern as it stands in a rule or a filter. */
export type EventPattern = JsonObject;

/** Tells whether an event matches. */
export type EventMatcher = (event: unknown) => boolean;

/**
 * A node of the pattern against the event's values at its place. `chosen` are the values on the way that is
 * being tried; `all` are the values in every element of the lists passed, since a field is absent only where
 * no element has it.
 */
type Node = (chosen: readonly unknown[], all: readonly unknown[]) => boolean;

/**
 * Compiles a pattern of the classic event bus. Throws `PatternError` for anything that the cloud would refuse.
 *
 * Fields that meet in the same list of the event must be found in the same element of it, as on the bus.
 */
export function compilePattern(pattern: unknown): EventMatcher {
  const root = compileObject(pattern, '');
  return (event) => root([event], [event]);
}

/** Throws `PatternError` if the cloud would refuse the pattern. */
export function validatePattern(pattern: unknown): void {
  compilePattern(pattern);
}

function compileObject(pattern: unknown, path: string): Node {
  if (!isJsonObject(pattern)) throw new PatternError(path, 'must be an object or a list');
  const conditions = Object.entries(pattern).map(([name, inner]) =>
    name === '$or' ? compileOr(inner, path) : compileField(name, inner, path === '' ? name : `${path}.${name}`),
  );
  if (conditions.length === 0) throw new PatternError(path, 'an empty object');
  return (chosen, all) => {
    const everywhere = flatten(all);
    const elements = flatten(chosen);
    // Nothing here: what asks for absence may still fit.
    const tries = elements.length === 0 ? [undefined] : elements;
    return tries.some((element) => conditions.every((fits) => fits([element], everywhere)));
  };
}

function compileField(name: string, inner: unknown, path: string): Node {
  const node = Array.isArray(inner) ? compileLeaf(inner, path) : compileObject(inner, path);
  return (chosen, all) => node(field(chosen, name), field(all, name));
}

function compileOr(branches: unknown, path: string): Node {
  if (!Array.isArray(branches) || branches.length < 2) {
    throw new PatternError(path, '"$or" takes a list of at least two objects');
  }
  const nodes = branches.map((branch, index) => compileObject(branch, `${path === '' ? '' : `${path}.`}$or[${index}]`));
  return (chosen, all) => nodes.some((node) => node(chosen, all));
}

function compileLeaf(tests: readonly unknown[], path: string): Node {
  if (tests.length === 0) throw new PatternError(path, 'an empty list');
  const acceptsAbsence = tests.some(isAbsenceTest);
  const matchers = tests.filter((test) => !isAbsenceTest(test)).map((test) => compileValueMatcher(test, path));
  return (chosen, all) => {
    if (acceptsAbsence && flatten(all).every(isNotLeaf)) return true;
    return flatten(chosen).some((value) => !isNotLeaf(value) && matchers.some((fits) => fits(value)));
  };
}

/** Values of a field in all the objects given; a list's elements count as the values. */
function field(objects: readonly unknown[], name: string): readonly unknown[] {
  return objects.flatMap((object) => (isJsonObject(object) && Object.hasOwn(object, name) ? [object[name]] : []));
}

function flatten(values: readonly unknown[]): readonly unknown[] {
  return values.flatMap((value) => (Array.isArray(value) ? flatten(value) : [value]));
}

/** Tests look at leaves only: an object in the event's place is no value. */
function isNotLeaf(value: unknown): boolean {
  return value === undefined || isJsonObject(value);
}
