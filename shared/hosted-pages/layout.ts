import { html, raw } from 'hono/html';
import type { Language } from '#shared/values/languages';
import { styleSheet } from './style-sheet';
import texts from './texts.json';

/** Text of a page with every inserted value escaped. */
export type Markup = ReturnType<typeof html>;

/** A page with what its content security policy has to let through. */
export interface Page {
  readonly status: number;
  readonly markup: Markup;
  /** The one script of the page; it may not hold anything that was entered. @default none */
  readonly script?: string | undefined;
  /** Origins that the script may send files to. @default none */
  readonly connect?: readonly string[] | undefined;
}

interface PageParts extends Pick<Page, 'script' | 'connect'> {
  readonly language: Language;
  /** @default 200 */
  readonly status?: number;
  /** Title of the window, and heading of the page. */
  readonly title: string;
  /** Title of the window where it says more than the heading, such as that a form was refused. @default title */
  readonly windowTitle?: string | undefined;
  readonly content: Markup;
  /** The part of a page of several that is shown, so that a change of language stays in it. @default none */
  readonly step?: string | undefined;
}

/** Names of the languages in themselves, in the order of their links. */
const languageNames: Readonly<Record<Language, string>> = { es: 'Español', en: 'English', pt: 'Português' };

/** A whole page: one column, one heading, the choice of language. */
export function page(parts: PageParts): Page {
  const { language, status = 200, title, windowTitle, content, step, script, connect } = parts;
  const text = texts[language];
  const rest = step === undefined ? '' : `&step=${step}`;
  const markup = html`<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${windowTitle ?? title}</title>
<link rel="icon" href="data:,">
<style>${raw(styleSheet)}</style>
</head>
<body>
<a class="skip" href="#content">${text.skip}</a>
<header><strong>Partner Ramp</strong>
<nav class="languages" aria-label="${text.language}">
${Object.entries(languageNames).map(
  ([code, name]) =>
    html`<a href="?lang=${code}${rest}" lang="${code}" hreflang="${code}"${raw(language === code ? ' aria-current="true"' : '')}>${name}</a>
`,
)}</nav>
</header>
<main id="content" tabindex="-1">
<h1>${title}</h1>
${content}
</main>
<footer><p>${text.footer}</p></footer>
${script === undefined ? '' : html`<script>${raw(script)}</script>`}
</body>
</html>
`;
  return { status, markup, script, connect };
}
