/** Functions of every page: theme, copy buttons, search, and highlighting of the current section. */
import { showPlace } from './place';
import { addSearch } from './search-dialog';

/** Time for which a button shows "Copied", in ms. */
const SHOWN_MS = 2000;
const dark = matchMedia('(prefers-color-scheme: dark)');

addThemeSwitch();
addCopyButtons();
addSearch();
showPlace();

function addCopyButtons(): void {
  if (navigator.clipboard === undefined) return;
  for (const block of document.querySelectorAll<HTMLPreElement>('main pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, SHOWN_MS);
    });
    const frame = document.createElement('div');
    frame.className = 'code';
    block.replaceWith(frame);
    frame.append(block, button);
  }
}

/** Shows the button that switches between light and dark, and stores the selection. */
function addThemeSwitch(): void {
  const button = document.querySelector<HTMLButtonElement>('#theme');
  if (button === null) return;
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ?? (dark.matches ? 'dark' : 'light')) === 'dark';
  const name = () => {
    button.textContent = isDark() ? 'Light' : 'Dark';
    button.title = isDark() ? 'Use light colours' : 'Use dark colours';
  };
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    name();
    try {
      localStorage.setItem('theme', root.dataset.theme);
    } catch {
      // If the browser blocks storage, the theme applies only to this page.
    }
  });
  dark.addEventListener('change', name);
  name();
  button.hidden = false;
}
