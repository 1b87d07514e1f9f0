/** Sets the theme that the reader has chosen. Runs in the head, before anything is drawn. */
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // A browser that keeps nothing for this page: the system's theme stays.
}
