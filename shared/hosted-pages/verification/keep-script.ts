/**
 * The script that saves changed fields with small requests, shortly after each input. Failed requests are retried. The script
 * runs before the other scripts of a page. Texts come from the page.
 */
export const keepScript = `
'use strict';
const form = document.querySelector('form[data-saved]'), kept = document.getElementById('kept'), words = form.dataset;
const page = location.pathname.replace(/\\/$/, ''), stored = JSON.parse(form.elements.shown.value);
let timer = 0, running = Promise.resolve(), pause = 1000;

function changes() {
  const fields = new URLSearchParams();
  for (const input of form.elements) {
    if (!input.name || ['hidden', 'file', 'submit'].includes(input.type) || (input.type === 'radio' && !input.checked)) continue;
    const value = input.value.trim();
    if (value !== (stored[input.name] || '')) fields.set(input.name, value);
  }
  return fields;
}

function tell(text, kind) {
  kept.textContent = text;
  kept.dataset.kind = kind;
}

async function post(fields) {
  try {
    const response = await fetch(page, { method: 'POST', body: new URLSearchParams([...fields, ['action', 'keep']]), keepalive: true });
    if (response.status === 410) return tell(words.closed, 'bad');
    if (!response.ok) throw new Error('not kept');
    for (const [name, value] of fields) stored[name] = value;
    form.elements.shown.value = JSON.stringify(stored);
    pause = 1000;
    tell(words.saved, 'good');
  } catch {
    tell(words.unsaved, 'bad');
    later(pause);
    pause = Math.min(pause * 2, 30000);
  }
}

function keep() {
  clearTimeout(timer);
  running = running.then(() => {
    const fields = changes();
    return [...fields].length === 0 ? undefined : post(fields);
  });
  return running;
}

function later(ms) {
  clearTimeout(timer);
  timer = setTimeout(keep, ms);
}

form.addEventListener('input', () => { tell('', ''); later(700); });
form.addEventListener('change', () => later(150));
form.addEventListener('submit', () => clearTimeout(timer));
window.addEventListener('online', () => later(0));
for (const end of ['beforeunload', 'pagehide']) window.addEventListener(end, () => { const fields = changes(); if ([...fields].length > 0) post(fields); });
document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') keep(); });
document.addEventListener('click', async (event) => {
  const link = event.target.closest('a[href^="?"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || [...changes()].length === 0) return;
  event.preventDefault();
  await Promise.race([keep(), new Promise((resolve) => setTimeout(resolve, 3000))]);
  location.assign(link.href);
});
`;
