const KEYWORDS = new Set(['AND', 'OR', 'NOT', 'BETWEEN', 'IN', 'SET', 'ADD', 'REMOVE', 'DELETE']);
/** Names at the beginning of a path: neither values (`:v`), nor functions (`f(`), nor what lies inside an attribute (`a.b`). */
const NAME = /(?<![:\w#.])#?[A-Za-z_]\w*(?!\w|\s*\()/g;

/**
 * The top-level attributes that expressions of DynamoDB name.
 * @param placeholders `ExpressionAttributeNames` of the request
 */
export function attributesIn(
  expressions: readonly (string | undefined)[],
  placeholders: Readonly<Record<string, string>> = {},
): string[] {
  const names = expressions.flatMap((expression) => expression?.match(NAME) ?? []);
  return names.flatMap((name) => {
    if (name.startsWith('#')) return placeholders[name] ?? [];
    return KEYWORDS.has(name.toUpperCase()) ? [] : name;
  });
}

/** The value that a key condition asks an attribute to equal, as the name of its placeholder. */
export function equalTo(
  attribute: string,
  condition: string,
  placeholders: Readonly<Record<string, string>> = {},
): string | undefined {
  for (const [, name = '', value] of condition.matchAll(/(#?\w+)\s*=\s*(:\w+)/g)) {
    if ((placeholders[name] ?? name) === attribute) return value;
  }
  return undefined;
}
