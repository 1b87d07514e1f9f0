/** Leads old and short addresses to the page of their operation: `/docs#operation/createUser`, `/docs#createUser`. */

/** Follows an address. The old ones are `operation/…`, `tag/…` and `tag/…/operation/…`, with `-` for spaces. */
function follow(): void {
  const [, subject, operation] =
    /^#(?:tag\/([^/]+)\/?)?(?:operation\/)?([^/]*)$/.exec(decodeURIComponent(location.hash)) ?? [];
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main .operations a')];
  const found = links.find(({ hash }) => operation !== undefined && operation !== '' && hash === `#${operation}`);
  if (found !== undefined) location.replace(found.href);
  else if (subject !== undefined) document.getElementById(subject.toLowerCase())?.scrollIntoView();
}

follow();
addEventListener('hashchange', follow);
