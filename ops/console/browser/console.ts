/** The console's page: draws the view of its address, and searches. */
import { byId, element } from '#site/browser/elements';
import { takeToken } from './api';
import { viewPath } from './parts';
import { findView } from './views';

const main = byId('main', HTMLElement);
const query = byId('query', HTMLInputElement);

/** Number of the latest drawing: an answer that comes after a later one is not shown. */
let latest = 0;

/** Draws the view of the address. */
async function draw(): Promise<void> {
  latest += 1;
  const mine = latest;
  const { view, parts } = findView(location.hash);
  main.setAttribute('aria-busy', 'true');
  const content = await view(parts, draw).catch((error: unknown) => [
    element('h1', {}, 'Not shown'),
    element('p', { role: 'alert' }, error instanceof Error ? error.message : String(error)),
  ]);
  if (mine !== latest) return;
  main.replaceChildren(element('p', { id: 'note', role: 'status' }), ...content);
  main.removeAttribute('aria-busy');
}

async function enter(): Promise<void> {
  takeToken();
  await draw();
  scrollTo(0, 0);
  main.focus();
}

byId('search', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  const typed = query.value.trim();
  const path = viewPath('search', typed);
  if (typed === '') return;
  if (location.hash === path) void draw();
  else location.hash = path;
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  query.focus();
});
addEventListener('hashchange', () => void enter());
void enter();
