import { html } from 'hono/html';
import { fillText } from '#shared/values/fill-text';
import type { Language } from '#shared/values/languages';
import accessibilityTexts from './accessibility-texts.json';
import type { Asker } from './asker';
import { outwardLink } from './asker-markup';
import askerTexts from './asker-texts.json';
import { ACCESSIBILITY_STEP, type Page, page } from './layout';
import type { Markup } from './markup';

/** The statement on how the pages can be used by everyone: what was tried, what was not, and whom to tell. */
export function accessibilityPage(language: Language): Page {
  const texts = accessibilityTexts[language];
  const content = (asker: Asker | undefined) => html`<p>${texts.intro}</p>
<h2>${texts.triedHeading}</h2>
<ul>${texts.tried.map((line) => html`<li>${line}</li>`)}</ul>
<h2>${texts.notTriedHeading}</h2>
<p>${texts.notTried}</p>
<h2>${texts.contactHeading}</h2>
${contact(asker, language)}
<p class="hint">${texts.date}</p>
<div class="actions"><a class="button quiet" href="?lang=${language}">${texts.back}</a></div>`;
  return page({ language, title: texts.title, step: ACCESSIBILITY_STEP, asks: false, content });
}

function contact(asker: Asker | undefined, language: Language): Markup {
  const texts = accessibilityTexts[language];
  const { displayName: partner, helpUrl } = asker?.branding ?? {};
  const sentence = partner === undefined ? texts.contact : fillText(texts.contactPartner, { partner });
  if (helpUrl === undefined) return html`<p>${sentence}</p>`;
  const { help, helpFrom } = askerTexts[language];
  const link = outwardLink(helpUrl, partner === undefined ? help : fillText(helpFrom, { partner }), language);
  return html`<p>${sentence} ${link}</p>`;
}
