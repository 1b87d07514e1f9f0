import { html, raw } from 'hono/html';
import type { Language } from './language';
import { styleSheet } from './style-sheet';

/** Text of a page with every inserted value escaped. */
export type Markup = ReturnType<typeof html>;

export interface PageParts {
  readonly language: Language;
  /** Title of the window, and heading of the page. */
  readonly title: string;
  /** Title of the window where it says more than the heading, such as that a form was refused. @default title */
  readonly windowTitle?: string | undefined;
  readonly content: Markup;
  /** The part of a page of several that is shown, so that a change of language stays in it. @default none */
  readonly step?: string | undefined;
  /** The one script of the page; it may not hold anything that was entered. @default none */
  readonly script?: string | undefined;
}

const words = {
  en: { skip: 'Skip to the content', language: 'Language', footer: 'A secure page of Partner Ramp. The link that you opened is for you alone: do not pass it on.' },
  es: { skip: 'Ir al contenido', language: 'Idioma', footer: 'Página segura de Partner Ramp. El enlace que abrió es solo para usted: no lo comparta.' },
} as const; // biome-ignore format: texts side by side

/** A whole page: one column, one heading, the choice of language. */
export function layout({ language, title, windowTitle, content, step, script }: PageParts): Markup {
  const text = words[language];
  const rest = step === undefined ? '' : `&step=${step}`;
  return html`<html lang="${language}">
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
<a href="?lang=es${rest}" lang="es" hreflang="es"${raw(language === 'es' ? ' aria-current="true"' : '')}>Español</a>
<a href="?lang=en${rest}" lang="en" hreflang="en"${raw(language === 'en' ? ' aria-current="true"' : '')}>English</a>
</nav>
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
}
