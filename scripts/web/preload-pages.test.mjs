import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { preloadPages } from './preload-pages.mjs';
import { pages } from './web-budget.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lootpass-preload-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the page of a signed-in person names what it will load, once, and begins with its heading', async () => {
	const entry = { module: '/assets/entry-1.js' };
	const routes = { root: { module: '/assets/root-1.js', css: ['/assets/root-1.css'] } };
	for (const { routes: own } of pages)
		for (const id of own) routes[id] = { parentId: 'root', module: `/assets/${id.split('/').at(-1)}-1.js` };
	routes['admin/admin-pages.route'].css = ['/assets/admin-1.css'];
	const files = {
		'manifest-1.js': `window.__reactRouterManifest=${JSON.stringify({ entry, routes })};`,
		'entry-1.js': '',
		'root-1.js': '',
		'clients-aB3-_x9Z.js': '',
		'shared-1.js': '',
		'admin-1.css': '',
	};
	mkdirSync(join(folder, 'assets'));
	for (const { module } of Object.values(routes)) files[module.slice('/assets/'.length)] ??= 'import"./shared-1.js"';
	for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'assets', name), text);
	writeFileSync(
		join(folder, '__spa-fallback.html'),
		'<html><head><link rel="modulepreload" href="/assets/entry-1.js"/><script src="/assets/manifest-1.js"></script>/assets/root-1.js</head><body><main>' +
			pages
				.filter(({ path }) => path && !path.startsWith('/admin'))
				.map(({ path }) => `<section hidden="" data-opening="${path}"><h1>${path}, $& </h1></section>`)
				.join('') +
			'</main></body></html>',
	);

	await preloadPages(folder);
	const html = readFileSync(join(folder, 'withdraw/index.html'), 'utf8');
	const named = [...html.matchAll(/modulepreload" fetchpriority="low" href="\/assets\/([^"]+)"/g)].map(
		([, file]) => file,
	);
	expect(named.toSorted()).toEqual(['clients-aB3-_x9Z.js', 'entry-1.js', 'shared-1.js', 'withdraw-page-1.js']);
	expect(html.match(/modulepreload/g)).toHaveLength(named.length);
	expect(html).toContain('<body><main><h1>/withdraw, $& </h1></main></body>');
	const desk = readFileSync(join(folder, 'admin/index.html'), 'utf8');
	expect(desk).toContain('<link rel="prefetch" href="/assets/admin-1.css"/>');
	expect(desk).toContain('<main></main>');
	expect(readFileSync(join(folder, '__spa-fallback.html'), 'utf8')).toContain('<main></main>');
});
