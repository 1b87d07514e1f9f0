import { isJsonObject, type JsonObject, parseJsonObject } from '#local/engines/json-object';
import { compilePattern, type EventMatcher } from '#local/events/event-pattern';

/** `FilterCriteria` of an event source mapping: a record passes when any one of the filters matches. */
export interface FilterCriteria {
  readonly Filters?: readonly { readonly Pattern?: string }[];
}

/** Filters a mapping may have (Lambda developer guide, event filtering; ten on request). */
const MAX_FILTERS = 10;

/** Filter of a stream mapping. Patterns see the record as the function gets it. */
export function compileStreamFilter(criteria: FilterCriteria | undefined): EventMatcher {
  return matchAny(readPatterns(criteria).map(({ pattern }) => compilePattern(pattern)));
}

/**
 * Filter of a queue mapping. A pattern with an object under `body` reads the message's body as JSON and drops
 * bodies that are not a JSON object; one with a list under `body` reads it as text and drops those that are.
 */
export function compileQueueFilter(criteria: FilterCriteria | undefined): EventMatcher {
  return matchAny(
    readPatterns(criteria).map(({ pattern }) => {
      const matches = compilePattern(pattern);
      const { body: bodyPattern } = pattern;
      if (bodyPattern === undefined) return matches;
      const wantsText = Array.isArray(bodyPattern);
      return (record) => {
        if (!isJsonObject(record)) return false;
        const body = typeof record.body === 'string' ? parseJsonObject(record.body) : undefined;
        if (wantsText) return body === undefined && matches(record);
        return body !== undefined && matches({ ...record, body });
      };
    }),
  );
}

function readPatterns(criteria: FilterCriteria | undefined): readonly { pattern: JsonObject }[] {
  const filters = criteria?.Filters ?? [];
  if (filters.length > MAX_FILTERS) throw new Error(`A mapping takes at most ${MAX_FILTERS} filters.`);
  return filters.map(({ Pattern = '{}' }) => {
    const pattern = parseJsonObject(Pattern);
    if (pattern === undefined) throw new Error(`A filter's pattern must be a JSON object: ${Pattern}`);
    return { pattern };
  });
}

function matchAny(matchers: readonly EventMatcher[]): EventMatcher {
  if (matchers.length === 0) return () => true;
  return (record) => matchers.some((matches) => matches(record));
}
