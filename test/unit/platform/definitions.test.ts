import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { markDefinitions } from '#infra/build/shims';

/** Bundles a module and imports only `used`. */
async function bundled(source: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `import { used } from 'module'; console.log(used);` },
    ...{ bundle: true, write: false, format: 'esm', logLevel: 'silent' },
    plugins: [
      {
        name: 'module',
        setup(made) {
          made.onResolve({ filter: /^module$/ }, () => ({ path: 'module', namespace: 'test', sideEffects: false }));
          made.onLoad({ filter: /^module$/, namespace: 'test' }, () => ({ contents: source, loader: 'ts' }));
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? '';
}

const made = `function make(value: unknown) { return { value, check: make }; }\n`;

describe('values that a module defines', () => {
  it.each([
    `export const other = make('left out');`,
    `const other = make('left out').check({ a: 1 }), another = make('left out');`,
    `const parts = { a: make('left out') };\nexport const other = make({ ...parts, b: \`left out\` });`,
    `export const other = [make('left out')] as const satisfies unknown[];`,
    `const other /* a comment */ = // another one\n  make('left out');`,
  ])('are left out of a bundle that does not use them: %s', async (definitions) => {
    const source = `${made}${definitions}\nexport const used = make('used');\n`;
    expect(await bundled(source)).toContain('left out');
    const marked = await bundled(markDefinitions(source));
    expect(marked).not.toContain('left out');
    expect(marked).toContain('used');
  });

  it('stay as they are where they are used', async () => {
    const source = `${made}const base = make('base');\nexport const used = base.check({ ...base, more: 'more' });\n`;
    const marked = await bundled(markDefinitions(source));
    for (const text of ['base', 'more']) expect(marked).toContain(text);
  });

  it.each([
    `export const used = (value: number) => value + 1;`,
    `export const used = 'text';`,
    `let cache: string | undefined;\nexport function used() { return (cache ??= 'made'); }`,
    `export const { used } = make();`,
  ])('are not marked where that is needless or not possible: %s', (source) => {
    expect(markDefinitions(source)).toBe(source);
  });
});
