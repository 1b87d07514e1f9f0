/** Shortest and longest interval between two polls of the payment state, ms. */
const FIRST_WAIT_MS = 3000;
const LONGEST_WAIT_MS = 60_000;

/**
 * The script of the payment page: copy buttons, and updates of the payment state without a reload. The script contains no user
 * input, and its texts come from the page.
 */
export const paymentScript = `
'use strict';
const content = document.getElementById('content'), news = document.createElement('p');
news.className = 'unseen';
news.setAttribute('role', 'status');
document.body.append(news);
let wait = ${FIRST_WAIT_MS}, timer = 0, asking = false;
const payment = () => document.getElementById('payment');

function prepare() {
  for (const button of document.querySelectorAll('[data-copy]')) button.hidden = !navigator.clipboard;
  for (const hint of document.querySelectorAll('[data-with-script]')) hint.hidden = payment().dataset.final === 'yes';
}

function plan() {
  clearTimeout(timer);
  if (!document.hidden && payment() && payment().dataset.final !== 'yes') timer = setTimeout(look, wait);
}

async function look() {
  if (asking) return;
  asking = true;
  try {
    const response = await fetch(location.href, { cache: 'no-store' });
    if (response.status >= 500) throw new Error('no response');
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const next = page.getElementById('payment');
    document.getElementById('offline').hidden = true;
    if (!next) location.reload();
    else if (next.dataset.version !== payment().dataset.version) {
      document.title = page.title;
      content.replaceChildren(...page.getElementById('content').childNodes);
      news.textContent = page.title;
      wait = ${FIRST_WAIT_MS};
      prepare();
    } else {
      for (const id of ['left', 'as-of']) {
        const fresh = page.getElementById(id), stale = document.getElementById(id);
        if (fresh && stale) stale.textContent = fresh.textContent;
      }
      wait = Math.min(wait * 1.5, ${LONGEST_WAIT_MS});
    }
  } catch {
    document.getElementById('offline').hidden = false;
    wait = Math.min(wait * 2, ${LONGEST_WAIT_MS});
  }
  asking = false;
  plan();
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) return clearTimeout(timer);
  wait = ${FIRST_WAIT_MS};
  if (payment().dataset.final !== 'yes') look();
});
content.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.firstChild.data = news.textContent = button.dataset.copied;
  } catch {
    const range = document.createRange();
    range.selectNodeContents(document.getElementById(button.dataset.of));
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  }
});
prepare();
plan();
`;
