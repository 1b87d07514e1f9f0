/** Sets the theme that the reader selected. Runs in the head, before the page is drawn. */
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // If the browser blocks storage, the system theme applies.
}
