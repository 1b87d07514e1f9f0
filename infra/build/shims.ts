import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from '@typescript/typescript6';
import type { Metafile, Plugin } from 'esbuild';

/**
 * Kinds of expressions that need no `@__PURE__` comment: if the value is not used, the bundler removes such an expression anyway.
 */
const PLAIN: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ArrowFunction,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.Identifier,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.RegularExpressionLiteral,
  ts.SyntaxKind.StringLiteral,
]);

/**
 * Marks the top-level values of our modules as free of side effects (docs/adr/007). The bundler cannot detect this for a schema
 * that is built by calls, or for an object with a spread.
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

const REPOSITORY = join(import.meta.dirname, '../..');

/** One of our modules that replaces a module of a package in every bundle. */
export interface Shim {
  /** Package in `node_modules` that imports the replaced module. A scope means every package of the scope. */
  readonly packageName: string;
  readonly imported: string;
  /** Path of our module, relative to the repository's root. */
  readonly path: string;
}

/**
 * Replacements for modules of packages. No function needs the replaced modules. Each of them would cost every new process compile
 * time (a third of a millisecond per 10 kB), or the loading of Node modules. docs/adr/007
 */
export const shims: readonly Shim[] = [
  {
    packageName: '@aws-sdk',
    imported: '@aws-sdk/credential-provider-node',
    path: 'shared/platform/config/credentials.ts',
  },
  {
    packageName: '@smithy/core',
    imported: '@smithy/core/event-streams',
    path: 'shared/platform/config/shims/event-streams.ts',
  },
  {
    packageName: '@smithy/core',
    imported: './node-config-provider/configLoader',
    path: 'shared/platform/config/shims/client-settings.ts',
  },
  {
    packageName: '@smithy/core',
    imported: '../node-config-provider/configLoader',
    path: 'shared/platform/config/shims/client-settings.ts',
  },
  {
    packageName: '@smithy/core',
    imported: './stream-type-check',
    path: 'shared/platform/config/shims/stream-types.ts',
  },
  {
    packageName: '@aws-sdk/client-dynamodb',
    imported: '@aws-sdk/middleware-endpoint-discovery',
    path: 'shared/platform/config/shims/endpoint-discovery.ts',
  },
  {
    packageName: '@middy/core',
    imported: 'node:stream/web',
    path: 'shared/platform/config/shims/web-streams.ts',
  },
  {
    packageName: '@cantoo/pdf-lib/es/utils',
    imported: '../packages/standard-fonts/index.js',
    path: 'shared/platform/config/shims/standard-fonts.ts',
  },
];

/** Packages whose modules have no side effects, although the packages do not declare this. */
const DEFINING = ['@cantoo/pdf-lib'];

const OURS = '#shared/';
const SHARED = join(REPOSITORY, 'shared', '/');

/**
 * Adds the shims to the bundles, and removes unused modules of this project and of the packages in `DEFINING` (docs/adr/007).
 * @param instead replacements of our modules, by the name of the replaced module
 */
export function withShims(instead: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'shims',
    setup(build) {
      for (const { packageName, imported, path } of shims)
        build.onResolve({ filter: literal(imported) }, ({ importer }) =>
          isIn(packageName, importer) ? { path: join(REPOSITORY, path) } : undefined,
        );
      build.onResolve({ filter: /^\.\.?\/.*\.js$/ }, ({ importer, path, resolveDir }) =>
        DEFINING.some((name) => isIn(name, importer))
          ? { path: join(resolveDir, path), sideEffects: false }
          : undefined,
      );
      build.onLoad({ filter: /\.ts$/ }, ({ path }) =>
        path.startsWith(SHARED) ? { contents: markDefinitions(readFileSync(path, 'utf8')), loader: 'ts' } : undefined,
      );
      build.onResolve({ filter: new RegExp(`^${OURS}`) }, ({ path }) => ({
        path: join(REPOSITORY, `${(instead[path] ?? path).slice(1)}.ts`),
        sideEffects: false,
      }));
    },
  };
}

/**
 * Returns the shims that no bundle imports: their package renamed the replaced module, so the bundles contain this module again.
 */
export function unusedShims({ inputs }: Pick<Metafile, 'inputs'>): Shim[] {
  return shims.filter(({ path }) => inputs[path] === undefined);
}

function isIn(folder: string, importer: string): boolean {
  return importer.replaceAll('\\', '/').includes(`/node_modules/${folder}/`);
}

function literal(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`);
}
