import { textPage } from './document-pages';
import type { PageGroup, SitePage } from './page';

/** Builds the page for addresses without one. No route leads to it under its own path. */
export function notFoundPage(groups: readonly PageGroup[]): SitePage {
  const first = groups.flatMap(({ title, pages: [page] }) => (page === undefined ? [] : `- [${title}](${page.path})`));
  return textPage({
    path: '/404',
    title: 'Page not found',
    markdown: `No page has this address. These are the ways in:\n\n${first.join('\n')}`,
  });
}
