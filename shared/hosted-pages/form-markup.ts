/** Markup of form errors. The id of an error contains the id of its input. */
import { html } from 'hono/html';
import type { Markup } from './layout';

export type FormErrors = ReadonlyMap<string, string>;

/** Builds the notice of a rejected form. The notice receives the focus. */
export function errorNotice(title: string, content: Markup): Markup {
  return html`<div class="notice bad" id="error-summary" role="alert" tabindex="-1" autofocus>
<h2>${title}</h2>
${content}
</div>`;
}

/** Builds the list of form errors. Each error links to its input. */
export function errorSummary(title: string, errors: FormErrors): Markup | '' {
  if (errors.size === 0) return '';
  const lines = [...errors].map(([input, text]) => html`<li><a href="#${input}">${text}</a></li>`);
  return errorNotice(title, html`<ul>${lines}</ul>`);
}

/** Builds the error message below the label of an input. */
export function errorMessage(input: string, text: string | undefined): Markup | '' {
  return text === undefined ? '' : html`<p class="error" id="${input}-error">${text}</p>`;
}

/** Links an input to its hint and its error, for screen readers. */
export function described(input: string, { hint = false, invalid = false }): Markup | '' {
  const ids = [...(hint ? [`${input}-hint`] : []), ...(invalid ? [`${input}-error`] : [])];
  return ids.length === 0 ? '' : html` aria-describedby="${ids.join(' ')}"`;
}

/** Like `described`, and marks the input as invalid. */
export function describedInput(input: string, state: { readonly hint?: boolean; readonly invalid: boolean }): Markup {
  return html`${described(input, state)}${state.invalid ? html` aria-invalid="true"` : ''}`;
}
