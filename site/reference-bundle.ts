/** Script and style sheet of the API reference: the library without the parts that this service never shows. */
import { readFileSync } from 'node:fs';
import type { BuildOptions, Plugin } from 'esbuild';

/**
 * Modules that are replaced by empty ones: the assistant and the developer tools, other API formats, translations, and editors
 * and colours of languages that no body or description is written in. They are a quarter of the library.
 */
const UNUSED = new RegExp(
  [
    'AgentScalarDrawer\\.vue\\.js',
    'explore-scalar/(index|components/ExploreScalarModal\\.vue)\\.js',
    'asyncapi-to-markdown/dist/browser\\.js',
    'icons/dist/library/icons\\.js',
    'localization/locales/(ar|de|es|fr|pt|ru|zh-cn|zh-tw)\\.js',
    'zod/v4/locales/index\\.js',
    '@codemirror/lang-(css|html|xml)/dist/index\\.js',
    'code-highlight/dist/chunks/languages\\.js',
  ]
    .map((path) => `${path}$`)
    .join('|'),
);

const withoutUnused: Plugin = {
  name: 'without-unused',
  setup({ onLoad }) {
    onLoad({ filter: UNUSED }, ({ path }) => ({ contents: emptyModule(readFileSync(path, 'utf8')) }));
  },
};

/** Gives every export of a module a function that returns nothing. */
function emptyModule(source: string): string {
  const listed = [...source.matchAll(/export \{([^}]*)\}/g)].flatMap(([, names = '']) => names.split(','));
  const declared = [...source.matchAll(/export (?:const|var|function) (\w+)/g)].map(([, name = '']) => name);
  const names = [...listed.map((name) => name.trim().replace(/^.* as /s, '')), ...declared].filter(
    (name) => name !== '',
  );
  return `const nothing = () => [];\nexport { ${names.map((name) => `nothing as ${name}`).join(', ')} };`;
}

/** Options of the bundle. What the library loads on demand are files of their own. */
export const referenceOptions: BuildOptions = {
  plugins: [withoutUnused],
  define: {
    'process.env.NODE_ENV': '"production"',
    __VUE_OPTIONS_API__: 'true',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
  },
};
