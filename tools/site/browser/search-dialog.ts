/** The search button and dialog. The dialog opens immediately, so that the reader can type while the index loads. */
import type { Search } from './search';

/** Shows the search button. The button and the key `/` open the dialog. */
export function addSearch(): void {
  const button = document.querySelector<HTMLButtonElement>('#search-open');
  if (button === null) return;
  let dialog: HTMLDialogElement | undefined;
  const open = () => {
    dialog ??= makeDialog();
    if (!dialog.open) dialog.showModal();
    dialog.querySelector('input')?.select();
  };
  button.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    open();
  });
  button.hidden = false;
}

function makeDialog(): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.id = 'search';
  dialog.setAttribute('aria-label', 'Search');
  dialog.innerHTML = `<form method="dialog"><label for="search-words">Search all pages</label>
<input id="search-words" type="text" enterkeyhint="search" autocomplete="off" spellcheck="false"><button>Close</button></form>
<p role="status"></p><ol></ol>`;
  document.body.append(dialog);
  const [input, status, list] = [
    dialog.querySelector('input') as HTMLInputElement,
    dialog.querySelector('p') as HTMLParagraphElement,
    dialog.querySelector('ol') as HTMLOListElement,
  ];
  let search = saying('Loading…');
  const show = () => {
    const words = input.value.trim();
    const { items, summary } = words === '' ? NOTHING : search(words);
    status.textContent = summary;
    list.replaceChildren(...items);
  };
  import('./search')
    .then(({ loadSearch }) => loadSearch())
    .catch(() => saying('The search could not be loaded. Reload the page to try again.'))
    .then((loaded) => {
      search = loaded;
      show();
    });
  input.addEventListener('input', show);
  dialog.querySelector('form')?.addEventListener('submit', (event) => {
    // Enter in the input field opens the first result. Only the button "Close" submits the form, which closes the dialog.
    if (document.activeElement !== input) return;
    event.preventDefault();
    list.querySelector('a')?.click();
  });
  list.addEventListener('click', () => dialog.close());
  return dialog;
}

const NOTHING = { items: [], summary: '' };

const saying =
  (summary: string): Search =>
  () => ({ items: [], summary });

/** Returns true for a visible field. After the dialog closes, its hidden field keeps the focus until the next frame. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || !target.checkVisibility()) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
