/** Shortest and longest interval between two polls, ms. Only failed polls increase the interval. */
const WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;

/**
 * The script on the first device: it polls the progress of the second device, and then shows the next step. The script runs after
 * the other scripts of a step, and does not leave a step during an upload.
 */
export const handoffScript = `
{
  const followed = document.querySelector('[data-follow]'), page = location.pathname.replace(/\\/$/, '');
  const end = performance.now() + Number(followed.dataset.left);
  let wait = ${WAIT_MS}, timer = 0;
  const plan = () => {
    clearTimeout(timer);
    if (!document.hidden && performance.now() < end + ${LONGEST_WAIT_MS}) timer = setTimeout(look, wait);
  };
  async function look() {
    try {
      const response = await fetch(page, { method: 'POST', body: new URLSearchParams(followed.dataset.follow) });
      if (response.status === 410) return location.reload();
      if (!response.ok) throw new Error('no response');
      const { mark, step } = await response.json();
      wait = ${WAIT_MS};
      const busy = typeof open === 'number' && open > 0;
      if (mark !== followed.dataset.mark && !busy) {
        const query = new URLSearchParams(location.search);
        query.set('step', step);
        return location.replace('?' + query);
      }
    } catch {
      wait = Math.min(wait * 2, ${LONGEST_WAIT_MS});
    }
    plan();
  }
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    if (!document.hidden) look();
  });
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.hidden = !navigator.clipboard;
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(button.dataset.copy);
        document.getElementById('copied').textContent = button.dataset.copied;
      } catch {
        getSelection().selectAllChildren(document.getElementById('address'));
      }
    });
  }
  for (const hint of document.querySelectorAll('[data-with-script]')) hint.hidden = false;
  plan();
}
`;
