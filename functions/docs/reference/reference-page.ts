import { createHash } from 'node:crypto';
import { version as redocVersion } from 'redoc/package.json';
import { servedFile } from '#shared/http/public-endpoint';

/** The servers' addresses are relative to the document; the library shows them as they are, so they are made whole. */
const script = `
const options = {
  expandResponses: '200,201',
  nativeScrollbars: true,
  theme: {
    typography: {
      fontFamily: 'system-ui, sans-serif',
      headings: { fontFamily: 'system-ui, sans-serif' },
      code: { fontFamily: 'ui-monospace, monospace' },
    },
  },
};
async function show() {
  const address = new URL('openapi.json', location.href);
  const document = await (await fetch(address)).json();
  for (const server of document.servers) server.url = new URL(server.url, address).href.replace(/[/]$/, '');
  return document;
}
const target = document.getElementById('reference');
show().then(
  (description) => Redoc.init(description, options, target),
  () => { target.textContent = 'The document could not be loaded. Try again in a moment.'; },
);
`;

/** Addresses are relative: a deployed stage has a path of its own in front of /docs. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Partner Ramp API</title>
<link rel="icon" href="data:,">
<style>body { margin: 0 }</style>
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The same document as JSON: <a href="openapi.json">openapi.json</a></noscript>
<script src="docs/redoc.standalone.js?v=${redocVersion}"></script>
<script>${script}</script>
</body>
</html>
`;

export const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  // The library writes its styles into the page as it draws, so they cannot be known beforehand.
  "style-src 'unsafe-inline'",
  // Its search index is a worker that it carries within itself.
  'worker-src blob:',
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The reference page: the redoc library, which renders the OpenAPI document. */
export const referencePage = servedFile('text/html; charset=utf-8', page);
