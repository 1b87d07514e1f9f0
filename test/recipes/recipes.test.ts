/**
 * Carries out the recipes of CONTRIBUTING.md on a copy of the checkout, all of them on one: nothing but the places that they
 * name, and the commands that they tell. A recipe that leaves something out fails.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Copy, reasonAgainstCopy } from './copy';
import { filled, readSection } from './guide';
import { type Recipe, recipes } from './recipes';

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
describe.skipIf(reason !== undefined)(`a copy of the checkout${reason === undefined ? '' : `: ${reason}`}`, () => {
  let copy: Copy;
  beforeAll(() => {
    copy = new Copy();
    for (const recipe of recipes) carryOut(recipe, copy.folder);
  });
  afterAll(() => copy?.remove());

  it('passes what the recipes tell', { timeout: 1_200_000 }, async () => {
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
  for (const { file, find, put } of [...recipe.edits, ...(recipe.uses ?? [])]) {
    const parts = readFileSync(join(folder, file), 'utf8').split(find);
    expect(parts.length, `${file} has the text once that the recipe of a ${recipe.name} edits: ${find}`).toBe(2);
    writeFileSync(join(folder, file), parts.join(put));
  }
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
