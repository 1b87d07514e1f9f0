import type { Plugin } from 'esbuild';

/**
 * Packages that are a file of their own beside a bundle, by the function's folder. What is in the bundle itself is
 * compiled at every start, used or not; a file beside it when it is first asked for. Only a package that holds
 * nothing of ours can be one: a class of ours would be another one there.
 */
const externalChunks: Readonly<Record<string, readonly string[]>> = {
  // Loaded where a submission has files; half a megabyte, 9 ms of a start.
  'kyc/start': ['undici'],
  // Loaded at once; the module that fetches is the same as that of the other one.
  'workers/deliver-webhook': ['undici'],
};

const names = new Set(Object.values(externalChunks).flat());

/** The files to be built beside the bundles. */
export const externalChunkEntries = Object.entries(externalChunks).flatMap(([folder, packages]) =>
  packages.map((name) => ({ in: name, out: `${folder}/${name}` })),
);

/** Has bundles require these packages from the file beside them. */
export const withExternalChunks: Plugin = {
  name: 'external-chunks',
  setup(build) {
    for (const name of names)
      build.onResolve({ filter: new RegExp(`^${name}$`) }, ({ kind }) =>
        kind === 'entry-point' ? undefined : { path: `./${name}.js`, external: true },
      );
  },
};
