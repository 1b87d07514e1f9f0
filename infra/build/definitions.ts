import ts from '@typescript/typescript6';

/** Expressions that the bundler leaves out by itself where their value is not used. */
const PLAIN: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ArrowFunction,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.Identifier,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.RegularExpressionLiteral,
  ts.SyntaxKind.StringLiteral,
]);

/**
 * Marks the values that a module defines at its top level as free of effects, so that a bundle leaves out those that it does not use.
 * The bundler cannot know that of a schema which is built by calls, or of an object with a spread. Modules of ours do nothing on load
 * except define their exports (docs/adr/006).
 */
export function markDefinitions(source: string): string {
  const { statements } = ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest);
  const values = statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ name, initializer }) => (ts.isIdentifier(name) && initializer !== undefined ? initializer : []))
    .filter(({ kind }) => !PLAIN.has(kind));
  let [marked, from] = ['', 0];
  for (const { pos, end } of values) {
    marked += `${source.slice(from, pos)} /* @__PURE__ */ (() => (${source.slice(pos, end).trim()}))()`;
    from = end;
  }
  return marked + source.slice(from);
}
