/**
 * Carries out the recipes of CONTRIBUTING.md on a copy of the checkout, all of them on one: nothing but the places that they
 * name, and the commands that they tell. A recipe that leaves something out fails.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Copy, reasonAgainstCopy } from './copy';
import { filled, readSection } from './guide';
import { type Edit, type Recipe, recipes } from './recipes';

/** Files that a recipe creates, by their paths in the checkout. */
function newFiles({ name }: Recipe): { readonly file: string; readonly text: string }[] {
  const folder = join(import.meta.dirname, name);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.txt'))
    .map((path) => ({ file: path.replace(/\.txt$/, ''), text: readFileSync(join(folder, path), 'utf8') }));
}

function placesOf(recipe: Recipe): string[] {
  return [...new Set([...recipe.edits, ...newFiles(recipe)].map(({ file }) => file))];
}

describe.each(recipes)('the recipe of a $name', (recipe) => {
  const described = readSection(recipe.section);

  it('names every place, and no more than it may have', () => {
    expect(placesOf(recipe).filter((file) => !described.names(file))).toEqual([]);
    expect(placesOf(recipe).length).toBeLessThanOrEqual(recipe.most);
  });

  it('tells the commands that any change needs', () => {
    expect(described.commands).toEqual(expect.arrayContaining(['npm run docs', 'npm run check']));
  });
});

const reason = reasonAgainstCopy();
it('a new endpoint has the actions of its row before the docs are written, and its generated files are compared', () => {
  const { commands } = readSection('## 1');
  expect(commands[0]).toBe('npx vitest run test/infra/table-actions.test.ts');
  const compared = 'test/contract/openapi.test.ts test/contract/openapi-descriptions.test.ts';
  expect(commands.indexOf(`npx vitest run ${compared}`)).toBeGreaterThan(commands.indexOf('npm run docs'));
});

describe.skipIf(reason !== undefined)(`a copy of the checkout${reason === undefined ? '' : `: ${reason}`}`, () => {
  let copy: Copy;
  beforeAll(() => {
    copy = new Copy();
    for (const recipe of recipes) carryOut(recipe, copy.folder);
  });
  afterAll(() => copy?.remove());

  it('passes what the recipes tell', { timeout: 1_200_000 }, async () => {
    // Rows begin with the one action of all endpoints, and the first command names the others.
    const [tableActions = ''] = readSection('## 1').commands;
    const { code, output } = await copy.run(tableActions);
    expect(code, output).not.toBe(0);
    for (const { name, corrects } of recipes)
      if (corrects !== undefined) {
        expect(output).toContain(corrects.names);
        edit(corrects, name, copy.folder);
      }
    for (const command of commandsOfAll()) {
      const { code, output } = await copy.run(command);
      expect(code, `${command}\n${output}`).toBe(0);
    }
  });
});

function carryOut(recipe: Recipe, folder: string): void {
  for (const { file, text } of newFiles(recipe)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  for (const one of [...recipe.edits, ...(recipe.uses ?? [])]) edit(one, recipe.name, folder);
}

function edit({ file, find, put }: Edit, recipe: string, folder: string): void {
  const parts = readFileSync(join(folder, file), 'utf8').split(find);
  expect(parts.length, `${file} has the text once that the recipe of a ${recipe} edits: ${find}`).toBe(2);
  writeFileSync(join(folder, file), parts.join(put));
}

/** The commands of all recipes, equal ones once: those that record, those that check, and the other tests in one run. */
function commandsOfAll(): string[] {
  const functions = recipes
    .flatMap(newFiles)
    .flatMap(({ file }) => /^functions\/(.+)\/contract\.ts$/.exec(file)?.[1] ?? []);
  const sections = [...new Set(recipes.map(({ section }) => section))];
  const runs = sections
    .flatMap((section) => readSection(section).commands)
    .filter((command) => command.startsWith('npx vitest run '));
  const recording = runs.filter((run) => run.endsWith(' -u'));
  const tests = runs
    .filter((run) => !recording.includes(run))
    .flatMap((run) => filled(run, functions).split(' ').slice(3));
  return [
    ...['npm run format', 'npm run docs', ...recording],
    ...['npm run docs', 'npm run check', `npx vitest run ${[...new Set(tests)].join(' ')}`],
  ];
}
