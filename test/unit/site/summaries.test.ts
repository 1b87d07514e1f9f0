import { expect, it } from 'vitest';
import { renderLlms } from '#site/llms';
import { notFoundPage, pageGroups } from '#site/page-groups';
import { searchWords } from '#site/search-words';
import { summaries, summaryOf } from '#site/summaries';

const groups = pageGroups('sandbox');
const pages = [...groups.flatMap((group) => group.pages), notFoundPage(groups)];

it('has one sentence for each page, and for no other', () => {
  expect(Object.keys(summaries).toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
  expect(new Set(Object.values(summaries)).size).toBe(pages.length);
  expect(() => summaryOf('/guide/of-tomorrow')).toThrow('has no summary');
});

it.each(Object.entries(summaries))('%s has a whole sentence: %s', (_, summary) => {
  // One complete sentence: starts with a capital, ends with a full stop, contains no code.
  expect(summary).toMatch(/^[A-Z][^.`{}"…]+[a-zA-Z]\.$/);
  const words = summary.split(' ').length;
  expect(words).toBeGreaterThanOrEqual(5);
  expect(words).toBeLessThanOrEqual(25);
});

it("shows them on the guide's first page and in llms.txt", () => {
  const [guide, ...subjects] = groups[1]?.pages ?? [];
  const [llms] = renderLlms(groups);
  for (const { path, title } of subjects) {
    if (!['/guide/check-a-signature', '/guide/sdk', '/guide/clients'].includes(path))
      expect(guide?.markdown).toContain(`- [${title}](${path}): ${summaryOf(path)}`);
  }
  for (const { path, title } of groups.flatMap((group) => group.pages)) {
    expect(llms?.content).toContain(`- [${title}](`);
    expect(llms?.content).toContain(`): ${summaryOf(path)}`);
  }
});

it.each(Object.keys(searchWords))('has a page or section for the search words of %s', (address) => {
  const [path = '', anchor] = address.split('#');
  const page = pages.find((one) => one.path === path);
  expect(page?.main).toContain(anchor === undefined ? '' : ` id="${anchor}"`);
});
