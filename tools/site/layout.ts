/** Frame of a page: head, navigation, list of sections, and links to the previous and the next page. */
import { twinPath } from '#functions/docs/page/manifest';
import { escapeHtml, type PageGroup, type SitePage } from './page';
import type { SiteAssets } from './site-assets';
import { summaryOf } from './summaries';

export interface Frame {
  readonly environment: 'sandbox' | 'production';
  readonly navigation: readonly PageGroup[];
  readonly assets: SiteAssets;
}

/** Builds the complete HTML of a page. URLs begin with `/`; the function that serves the page adds the stage's prefix. */
export function layout(page: SitePage, frame: Frame): string {
  const { assets, environment } = frame;
  const scripts = page.isApplication === true ? ['reference'] : ['site', ...(page.scripts ?? [])];
  return `<!doctype html>
<html lang="en" data-root="/" data-search="${assets.searchIndex}" data-environment="${environment}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.path === '/' ? 'Partner Ramp for developers' : `${page.title} · Partner Ramp`)}</title>
<meta name="description" content="${escapeHtml(summaryOf(page.path))}">
<link rel="icon" href="${assets.icon}">
<link rel="stylesheet" href="${assets.styleSheet(page.isApplication === true ? 'reference' : 'style')}">
<link rel="alternate" type="text/markdown" href="${twinPath(page.path)}">
<script>${assets.themeScript}</script>
${scripts.map((name) => `<script type="module" src="${assets.script(name)}"></script>`).join('\n')}
</head>
${page.isApplication === true ? applicationBody(page, environment) : pageBody(page, frame)}
</html>
`;
}

function pageBody(page: SitePage, { environment, navigation: groups }: Frame): string {
  return `<body>
<a class="skip" href="#content">Skip to the content</a>
${header(environment)}
<div class="columns">
${navigation(page, groups)}
<main id="content" tabindex="-1">
<h1>${escapeHtml(page.title)}</h1>
${page.main}
${waysOn(page, groups)}
</main>
${contents(page)}
</div>
<footer>
<p><a href="${twinPath(page.path)}">This page as Markdown</a> · <a href="/openapi.json">OpenAPI document</a> · <a href="/llms.txt">llms.txt</a></p>
</footer>
</body>`;
}

/** Builds the body of the API reference page. In the browser, the reference of Scalar replaces the list of operations. */
function applicationBody(page: SitePage, environment: Frame['environment']): string {
  return `<body>
<nav class="top" aria-label="Pages">
<a class="brand" href="/">Partner Ramp</a>
<span class="stage">${stageName(environment)}</span>
<a href="/guide">Guide</a> <a href="/guide/errors">Errors</a> <a href="/openapi.json">OpenAPI</a>
</nav>
<div id="operations">
<h1>${escapeHtml(page.title)}</h1>
${page.main}
</div>
<div id="reference"></div>
</body>`;
}

const stageName = (environment: Frame['environment']) => (environment === 'sandbox' ? 'Sandbox' : 'Production');

function header(environment: Frame['environment']): string {
  return `<header class="top">
<a class="brand" href="/">Partner Ramp</a>
<span class="stage">${stageName(environment)}</span>
<button type="button" id="search-open" hidden>Search <kbd>/</kbd></button>
<button type="button" id="theme" hidden></button>
<button type="button" class="menu" popovertarget="navigation">Menu</button>
</header>`;
}

function navigation(page: SitePage, groups: readonly PageGroup[]): string {
  const item = ({ path, title, label = title }: SitePage) =>
    `<li><a href="${path}"${path === page.path ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a></li>`;
  const group = ({ title, pages }: PageGroup) =>
    `<h2>${escapeHtml(title)}</h2>\n<ul>\n${pages.map(item).join('\n')}\n</ul>`;
  return `<nav id="navigation" class="side" popover aria-label="All pages">\n${groups.map(group).join('\n')}\n</nav>`;
}

/** Lists the headings of a page; empty for a page with fewer than two headings. */
function contents({ headings }: SitePage): string {
  if (headings.length < 2) return '';
  const item = ({ id, text, level }: SitePage['headings'][number]) =>
    `<li class="level-${level}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`;
  return `<nav class="side contents" aria-label="On this page">\n<h2>On this page</h2>\n<ul>\n${headings.map(item).join('\n')}\n</ul>\n</nav>`;
}

function waysOn(page: SitePage, groups: readonly PageGroup[]): string {
  const pages = groups.find((group) => group.pages.some(({ path }) => path === page.path))?.pages ?? [];
  const at = pages.findIndex(({ path }) => path === page.path);
  const way = (to: SitePage | undefined, rel: 'prev' | 'next', label: string) =>
    to === undefined ? '' : `<a rel="${rel}" href="${to.path}"><span>${label}</span> ${escapeHtml(to.title)}</a>`;
  const links = [way(pages[at - 1], 'prev', 'Previous'), way(pages[at + 1], 'next', 'Next')].filter(
    (one) => one !== '',
  );
  return links.length === 0 ? '' : `<nav class="ways" aria-label="Previous and next">\n${links.join('\n')}\n</nav>`;
}
