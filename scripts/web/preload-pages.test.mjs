import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASSETS_FOLDER } from '../../contract/placeholders.ts';
import { preloadPages } from './preload-pages.mjs';
import { pages } from './web-budget.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lootpass-preload-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the page of a signed-in user links its scripts once and begins with its heading', async () => {
	const entry = { module: `/${ASSETS_FOLDER}/entry-1.js` };
	const routes = { root: { module: `/${ASSETS_FOLDER}/root-1.js`, css: [`/${ASSETS_FOLDER}/root-1.css`] } };
	for (const { route } of pages)
		routes[route] = { parentId: 'root', module: `/${ASSETS_FOLDER}/${route.split('/').at(-1)}-1.js` };
	Object.assign(routes.root, { hasLoader: false, imports: ['/root-1.js'] });
	routes['app/admin-area.route'].css = [`/${ASSETS_FOLDER}/admin-1.css`];
	const later = (file) => `()=>go(()=>import(\`./${file}\`),deps([1]))`;
	const files = {
		'manifest-1.js': `window.__reactRouterManifest=${JSON.stringify({ entry, routes })};`,
		'entry-1.js': '',
		'root-1.js': '',
		'clients-aB3-_x9Z.js': '',
		'shared-1.js': '',
		'admin-1.css': '',
		'admin-area.route-1.js': `import"./shared-1.js";[p(\`/admin\`,\`Dashboard\`,${later('dashboard-1.js')}),p(\`/admin/users/:uid\`,\`User\`,${later('user-1.js')})]`,
		'dashboard-1.js': '',
		'user-1.js': 'import"./facts-1.js"',
		'facts-1.js': '',
	};
	mkdirSync(join(folder, ASSETS_FOLDER), { recursive: true });
	for (const { module } of Object.values(routes))
		files[module.slice(`/${ASSETS_FOLDER}/`.length)] ??= 'import"./shared-1.js"';
	for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, ASSETS_FOLDER, name), text);
	writeFileSync(
		join(folder, '__spa-fallback.html'),
		`<html><head><link rel="modulepreload" href="/${ASSETS_FOLDER}/entry-1.js"/><script src="/${ASSETS_FOLDER}/manifest-1.js"></script>/${ASSETS_FOLDER}/root-1.js</head><body><main>` +
			pages
				.flatMap(({ path }) => path ?? [])
				.concat('/admin', '/admin/users/:uid', '/my-offers', '*')
				.map(
					(path) =>
						`<section hidden="" data-opening="${path}" data-title="Title of ${path}"><h1>${path}, $& </h1></section>`,
				)
				.join('') +
			'</main></body></html>',
	);

	await preloadPages(folder);
	expect(readFileSync(join(folder, ASSETS_FOLDER, 'manifest-1.js'), 'utf8')).not.toMatch(/root-1\.js"\]|hasLoader/);
	const html = readFileSync(join(folder, 'withdraw/index.html'), 'utf8');
	const named = [...html.matchAll(/modulepreload" fetchpriority="low" href="([^"]+)"/g)].map(([, address]) =>
		address.replace(`/${ASSETS_FOLDER}/`, ''),
	);
	expect(named.toSorted()).toEqual(['clients-aB3-_x9Z.js', 'entry-1.js', 'shared-1.js', 'withdraw-page-1.js']);
	expect(html.match(/modulepreload/g)).toHaveLength(named.length);
	expect(html).toContain('<body><main><h1>/withdraw, $& </h1></main></body>');
	const desk = readFileSync(join(folder, 'admin/index.html'), 'utf8');
	expect(desk).toContain(`<link rel="prefetch" href="/${ASSETS_FOLDER}/admin-1.css"/>`);
	expect(desk).toContain('<main><h1>/admin, $& </h1></main>');
	expect(desk).toContain('/dashboard-1.js"');
	expect(desk).not.toContain('/user-1.js"');
	const person = readFileSync(join(folder, 'admin/users/-/index.html'), 'utf8');
	expect(person).toContain('<main><h1>/admin/users/:uid, $& </h1></main>');
	for (const file of ['admin-area.route-1.js', 'user-1.js', 'facts-1.js']) expect(person).toContain(`/${file}"`);
	expect(person).not.toContain('/dashboard-1.js"');
	for (const [file, path] of [
		['withdraw/index.html', '/withdraw'],
		['my-offers/index.html', '/my-offers'],
		['admin/users/-/index.html', '/admin/users/:uid'],
		['__spa-fallback.html', '*'],
	])
		expect(readFileSync(join(folder, file), 'utf8')).toContain(`<title>Title of ${path}</title>`);
});
