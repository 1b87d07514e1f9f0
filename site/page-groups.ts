/** The pages in the order of the navigation. */
import { cataloguePages, changelogPage } from './catalogues';
import { documentPage, sectionPages, splitDocument, textPage } from './document-pages';
import { homePage } from './home-page';
import { type PageGroup, slug } from './page';
import { referencePages } from './reference/reference-pages';
import type { SiteSources } from './sources';
import { summaryOf } from './summaries';

/** Builds all pages in their groups. @param environment of the stage that shows the pages */
export function pageGroups(sources: SiteSources, environment: 'sandbox' | 'production'): PageGroup[] {
  const { introduction, sections } = splitDocument(sources.read('guide'));
  const [quickStart, ...subjectSections] = sections;
  if (quickStart?.title !== 'Quick start') throw new Error('The guide begins with no quick start');
  const subjects = sectionPages(
    subjectSections,
    '/guide',
    new Map([[slug(quickStart.title), `/#${slug(quickStart.title)}`]]),
  );
  const contents = subjects.map(({ path, title }) => `- [${title}](${path}): ${summaryOf(path)}`);
  const guide = textPage({
    path: '/guide',
    title: 'Guide',
    markdown: `${introduction}\n\n${contents.join('\n')}`,
  });
  const sdk = documentPage(sources.read('sdk'), { path: '/guide/sdk', title: 'TypeScript SDK' });
  const clients = documentPage(sources.read('clients'), { path: '/guide/clients' });
  return [
    { title: 'Start', pages: [homePage(environment, quickStart)] },
    { title: 'Guide', pages: [guide, ...subjects, sdk, clients] },
    { title: 'Reference', pages: referencePages(sources.read('openapi'), environment), isReference: true },
    { title: 'Catalogues', pages: cataloguePages(sources) },
    { title: 'News', pages: [changelogPage(sources)] },
  ];
}
