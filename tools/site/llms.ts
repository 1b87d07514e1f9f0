/**
 * Pages for language models: `llms.txt` links to every page (llmstxt.org). `llms-full.txt` contains the text of all pages except
 * the API reference.
 */
import { twinPath } from '#functions/docs/page/manifest';
import type { PageGroup } from './page';
import { summaryOf } from './summaries';

export function renderLlms(groups: readonly PageGroup[]): { readonly path: string; readonly content: string }[] {
  const sections = groups.map(({ title, pages }) => {
    const lines = pages.map((page) => `- [${page.title}](${twinPath(page.path)}): ${summaryOf(page.path)}`);
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  const head = `# Partner Ramp\n\n> ${summaryOf('/')}`;
  const whole = groups
    .filter(({ isReference }) => isReference !== true)
    .flatMap(({ pages }) => pages.map(({ markdown }) => markdown.trim()));
  return [
    {
      path: '/llms.txt',
      content: `${head}\n\nEvery operation and field: [OpenAPI document](/openapi.json). All pages except the API reference in one file: [llms-full.txt](/llms-full.txt).\n\n${sections.join('\n\n')}\n`,
    },
    { path: '/llms-full.txt', content: `${whole.join('\n\n---\n\n')}\n` },
  ];
}
