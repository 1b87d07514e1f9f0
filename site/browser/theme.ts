/** Runs in the head, before anything is drawn: the theme that the reader has chosen, where it differs from the system's. */
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // A browser that keeps nothing for this page: the system's theme stays.
}
