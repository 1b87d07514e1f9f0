/**
 * The script that puts a search above long lists. Typing leaves the options that contain it, without regard to case and
 * accents, and chooses the only one. Without it the lists are as browsers show them. Texts come from the page.
 */
export const searchScript = `
const plain = (text) => text.normalize('NFD').replace(/[\\u0300-\\u036f]/g, '').toLowerCase();
for (const list of form.querySelectorAll('select')) {
  if (list.options.length < 20) continue;
  const all = [...list.options], search = document.createElement('input'), found = document.createElement('p');
  search.type = 'search';
  search.className = 'search';
  search.autocomplete = 'off';
  search.placeholder = words.search;
  search.setAttribute('aria-label', words.search + ': ' + form.querySelector('label[for="' + list.id + '"]').firstChild.textContent.trim());
  found.className = 'hint';
  found.setAttribute('role', 'status');
  list.before(search, found);
  search.addEventListener('input', () => {
    const wanted = plain(search.value.trim()), chosen = list.value;
    const left = all.filter((option) => option.value !== '' && plain(option.text).includes(wanted));
    list.replaceChildren(...(wanted === '' ? all : left));
    found.textContent = wanted === '' ? '' : words.found + ': ' + left.length;
    list.value = wanted !== '' && left.length === 1 ? left[0].value : left.some((option) => option.value === chosen) ? chosen : '';
  });
}
`;
