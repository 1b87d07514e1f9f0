import { expect, it } from 'vitest';
import { buildSite } from '#infra/site/build-site';
import { endpoints } from '#shared/api/endpoints';
import { MANIFEST, type SiteManifest, siteFolder } from '#shared/site/manifest';

const { files } = await buildSite();
const read = (path: string) => files.get(path) ?? '';

/** Addresses of the stage that are served from elsewhere. */
const elsewhere = new Set(endpoints.filter(({ scope }) => scope === 'public').map(({ path }) => path));

const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

it.each(['sandbox', 'production'])('every link of the pages of %s leads to an anchor that is there', (environment) => {
  const folder = siteFolder(environment);
  const manifest: SiteManifest = JSON.parse(read(`${folder}/${MANIFEST}`));
  const pages = Object.entries(manifest.files).filter(([, { kind }]) => kind === 'page');
  const anchors = new Map(pages.map(([path, { file }]) => [path, idsIn(read(`${folder}/${file}`))]));
  const dead = pages.flatMap(([path, { file }]) =>
    [...read(`${folder}/${file}`).matchAll(/ (?:href|src)="([^"]*)"/g)].flatMap(([, address = '']) => {
      if (/^https:\/\//.test(address)) return [];
      const [target = '', anchor] = address.split('#');
      const page = target === '' ? path : target;
      if (manifest.files[page] === undefined && !elsewhere.has(page)) return [`${path}: ${address}`];
      return anchor === undefined || anchors.get(page)?.includes(anchor) ? [] : [`${path}: ${address}`];
    }),
  );
  expect(pages.length).toBeGreaterThan(30);
  expect([...new Set(dead)]).toEqual([]);
  for (const [path, ids] of anchors)
    expect(
      ids.filter((id, at) => ids.indexOf(id) !== at),
      path,
    ).toEqual([]);
});
