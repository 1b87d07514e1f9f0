import { html, raw } from 'hono/html';
import { contactsOf } from '#shared/partners/branding/contacts';
import { testMark } from '#shared/platform/test-mark';
import { fillText, type Language } from '#shared/values/languages';
import accessibilityTexts from './accessibility-texts.json';
import type { Markup } from './markup';
import { brandingMarkup, brandStyle, outwardLink, type PageBranding } from './page-branding';
import { styleSheet } from './style-sheet';
import texts from './texts.json';

export type { Markup };

/** Page, with its additions to the content security policy. */
export interface Page {
  readonly status: number;
  /** Renders the page with the branding of the partner that requested the page, if any. */
  readonly render: (pageBranding: PageBranding | undefined) => Markup;
  /** The only script of the page. The script must not contain user input. @default no script */
  readonly script?: string | undefined;
  /** Origins to which the script may upload files. @default none */
  readonly connect?: readonly string[] | undefined;
}

interface PageParts extends Pick<Page, 'script' | 'connect'> {
  readonly language: Language;
  /** @default 200 */
  readonly status?: number;
  /** Heading of the page, and default title of the browser window. */
  readonly title: string;
  /** Title of the browser window if different from the heading, for example after a rejected form. @default title */
  readonly windowTitle?: string | undefined;
  /** Content of the page; a function if the content depends on the branding. */
  readonly content: Markup | ((pageBranding: PageBranding | undefined) => Markup);
  /**
   * False if the person has nothing to do on the page. The branding then says only that the partner sent the link, not why.
   * @default true
   */
  readonly asks?: boolean;
  /**
   * Part of the page that the URL parameter `step` selects, for example the receipt. The language links keep the parameter.
   * @default no step
   */
  readonly step?: string | undefined;
  /** Id of the form to submit when the person changes the language, so that no input is lost. @default no form */
  readonly form?: string | undefined;
}

/** Value of the URL parameter `step` that shows the accessibility statement. All pages support this value. */
export const ACCESSIBILITY_STEP = 'accessibility';

/** Name of each language in the language itself, in the order of the language links on the page. */
const languageNames: Readonly<Record<Language, string>> = { es: 'Español', en: 'English', pt: 'Português' };

/** Builds a complete page with one column, one heading and the language selection. */
export function page(parts: PageParts): Page {
  const { language, status = 200, title, windowTitle, content, asks = true, step, form, script, connect } = parts;
  const text = texts[language];
  const mark = testMark(language);
  const rest = step === undefined ? '' : `&step=${step}`;
  const render = (pageBranding: PageBranding | undefined) => html`<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${windowTitle ?? title}</title>
<link rel="icon" href="data:,">
<style>${raw(styleSheet)}</style>${styleMarkup(pageBranding)}
</head>
<body>
<a class="skip" href="#content">${text.skip}</a>
<header><strong>Partner Ramp</strong>${form === undefined ? '' : defaultButton(form)}
<nav class="languages" aria-label="${text.language}">
${Object.entries(languageNames).map(([code, name]) => {
  const shared = html`lang="${code}"${raw(language === code ? ' aria-current="true"' : '')}`;
  const address = `?lang=${code}${rest}`;
  return form === undefined
    ? html`<a href="${address}" hreflang="${code}" ${shared}>${name}</a>
`
    : html`<button form="${form}" formaction="${address}" name="action" value="language" ${shared}>${name}</button>
`;
})}</nav>${
    mark === undefined
      ? ''
      : html`
<p class="test-mark">${mark}</p>`
  }
</header>
<main id="content" tabindex="-1">
${pageBranding === undefined ? '' : brandingMarkup(pageBranding, { language, asks })}<h1>${title}</h1>
${typeof content === 'function' ? content(pageBranding) : content}
</main>
<footer><p>${text.footer}</p>
<p><a href="?lang=${language}&step=${ACCESSIBILITY_STEP}">${accessibilityTexts[language].link}</a></p></footer>
${script === undefined ? '' : html`<script>${raw(script)}</script>`}
</body>
</html>
`;
  return { status, render, script, connect };
}

/**
 * Builds a hidden button before all other buttons of a form. The Enter key in a field presses the first button of the form.
 * Without the hidden button, Enter would change the language.
 */
function defaultButton(form: string): Markup {
  return html`<button form="${form}" class="unseen" tabindex="-1" aria-hidden="true"></button>`;
}

function styleMarkup(pageBranding: PageBranding | undefined): Markup | '' {
  const style = pageBranding && brandStyle(pageBranding.branding);
  return style === undefined ? '' : html`<style>${raw(style)}</style>`;
}

const statuses = {
  foreign: 403,
  unknown: 404,
  expired: 410,
  withdrawn: 410,
  'too-large': 413,
  busy: 503,
  broken: 500,
};

/** Reason why a page cannot be used. */
export type PageFailure = keyof typeof statuses;

/** Builds a page that explains what failed, for example an expired link, and what the person can do. */
export function failurePage(failure: PageFailure, language: Language): Page {
  const { title, text } = texts[language].failures[failure];
  return page({ language, status: statuses[failure], title, asks: false, content: html`<p>${text}</p>` });
}

/** Builds the accessibility statement: the tests done, the tests not done, and the contact. */
export function accessibilityPage(language: Language): Page {
  const texts = accessibilityTexts[language];
  const content = (pageBranding: PageBranding | undefined) => html`<p>${texts.intro}</p>
<h2>${texts.triedHeading}</h2>
<ul>${texts.tried.map((line) => html`<li>${line}</li>`)}</ul>
<h2>${texts.notTriedHeading}</h2>
<p>${texts.notTried}</p>
<h2>${texts.contactHeading}</h2>
${contact(pageBranding, language)}
<p class="hint">${texts.date}</p>
<div class="actions"><a class="button quiet" href="?lang=${language}">${texts.back}</a></div>`;
  return page({ language, title: texts.title, step: ACCESSIBILITY_STEP, asks: false, content });
}

function contact(pageBranding: PageBranding | undefined, language: Language): Markup {
  const texts = accessibilityTexts[language];
  const { displayName: partner, helpUrl } = pageBranding?.branding ?? {};
  const sentence = partner === undefined ? texts.contact : fillText(texts.contactPartner, { partner });
  const [help] = contactsOf({ displayName: partner, helpUrl }, language);
  return html`<p>${sentence}${help && html` ${outwardLink(help.url, help.name, language)}`}</p>`;
}
