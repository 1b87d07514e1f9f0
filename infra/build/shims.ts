import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { markDefinitions } from './definitions';

const REPOSITORY = join(import.meta.dirname, '../..');

/** A module of ours that takes the place of one of a package, in every bundle. */
export interface Shim {
  /** The package that imports the other one, from `node_modules`; every one of a scope where it is the scope. */
  readonly packageName: string;
  /** As it imports it. */
  readonly imported: string;
  /** From the repository's root. */
  readonly path: string;
}

/**
 * Parts of packages that no function reaches. Each would cost every new process compile time, a third of a
 * millisecond for 10 kB, or the Node modules that it loads. docs/adr/006
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
    packageName: '@aws-sdk/core',
    imported: './middleware-logger/loggerMiddleware',
    path: 'shared/platform/config/shims/call-log.ts',
  },
  {
    packageName: '@aws-sdk/core',
    imported: './middleware-user-agent/user-agent-middleware',
    path: 'shared/platform/config/shims/user-agent.ts',
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

/** A text in a module of a package, and the one that takes its place in every bundle. */
export interface Edit {
  /** From `node_modules`. */
  readonly file: string;
  readonly text: string;
  readonly instead: string;
}

const SMITHY = '@smithy/core/dist-es/submodules';

/** Work of the SDK that every call pays for and that changes no answer. docs/adr/006 */
export const edits: readonly Edit[] = [
  // An error with its stack, which the first failed attempt replaces before it is read.
  {
    file: `${SMITHY}/retry/middleware-retry/retryMiddleware.js`,
    text: 'let lastError = new Error();',
    instead: 'let lastError;',
  },
  // A copy of all settings of a client. The one setting that is written to it is a configured address, which stays the same.
  {
    file: `${SMITHY}/endpoints/middleware-endpoint/endpointMiddleware.js`,
    text: '{ ...config }, context);',
    instead: 'config, context);',
  },
  // Two more such copies, which are read alone.
  {
    file: `${SMITHY}/schema/middleware/schemaSerializationMiddleware.js`,
    text: '...config,',
    instead: '__proto__: config,',
  },
  {
    file: `${SMITHY}/schema/middleware/schemaDeserializationMiddleware.js`,
    text: '...config,',
    instead: '__proto__: config,',
  },
];

/** Packages whose modules only define what they export, and do not say so. */
const DEFINING = ['@cantoo/pdf-lib'];

const OURS = '#shared/';
const SHARED = join(REPOSITORY, 'shared', '/');

/**
 * Puts the shims into the bundles, and leaves out modules whose exports are not used, our own among them: each
 * only defines what it exports, and the schemas of a table's items are made where they are read.
 * @param instead modules of ours by the name of the one that each takes the place of
 */
export function withShims(instead: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'shims',
    setup(build) {
      for (const { packageName, imported, path } of shims)
        build.onResolve({ filter: literal(imported) }, ({ importer }) =>
          isIn(packageName, importer) ? { path: join(REPOSITORY, path) } : undefined,
        );
      build.onLoad({ filter: /[\\/]@aws-sdk[\\/][\w-]+[\\/]package\.json$/ }, ({ path }) => {
        // A client reads its version; the rest of the file is 2 kB in every bundle.
        const { version }: { readonly version: string } = JSON.parse(readFileSync(path, 'utf8'));
        return { contents: JSON.stringify({ version }), loader: 'json' };
      });
      build.onResolve({ filter: /^\.\.?\/.*\.js$/ }, ({ importer, path, resolveDir }) =>
        DEFINING.some((name) => isIn(name, importer))
          ? { path: join(resolveDir, path), sideEffects: false }
          : undefined,
      );
      for (const { file, text, instead: other } of edits)
        build.onLoad({ filter: endingWith(`/node_modules/${file}`) }, ({ path }) => ({
          contents: replaceOnce(readFileSync(path, 'utf8'), text, other),
        }));
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

/** Shims that were not imported: the module they replace was renamed, and is in the bundles again. */
export function unusedShims({ inputs }: Pick<Metafile, 'inputs'>): Shim[] {
  return shims.filter(({ path }) => inputs[path] === undefined);
}

/** Edits whose module is in no bundle any more. */
export function unusedEdits({ inputs }: Pick<Metafile, 'inputs'>): Edit[] {
  // Of any folder: a checkout may have its packages by a link.
  const paths = Object.keys(inputs);
  return edits.filter(({ file }) => !paths.some((path) => path.endsWith(`node_modules/${file}`)));
}

/** @throws Error unless the text is there exactly once */
function replaceOnce(contents: string, text: string, other: string): string {
  const parts = contents.split(text);
  if (parts.length !== 2) throw new Error(`"${text}" is there ${parts.length - 1} times: see infra/build/shims.ts`);
  return parts.join(other);
}

function isIn(folder: string, importer: string): boolean {
  return importer.replaceAll('\\', '/').includes(`/node_modules/${folder}/`);
}

function literal(text: string): RegExp {
  return new RegExp(`^${escaped(text)}$`);
}

/** Matches the paths of files, whatever the system writes between folders. */
function endingWith(path: string): RegExp {
  return new RegExp(`${escaped(path).replaceAll('/', String.raw`[\\/]`)}$`);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
