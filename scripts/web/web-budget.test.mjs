import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ASSETS_FOLDER } from '../../contract/placeholders.ts';
import { describePage, measurePages, pages } from './web-budget.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lootpass-budget-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const weigh = (text) => gzipSync(text, { level: 9 }).length;

test('the budget counts only files that a page loads immediately', () => {
	const files = {
		'entry-1.js': 'import"./shared-1.js";start()',
		'shared-1.js': 'export const shared=1',
		'page-1.js': 'import{shared}from"./shared-1.js";const later=()=>import("./later-1.js")',
		'later-1.js': 'a part that is loaded later'.repeat(50),
		'page-1.css': 'body{margin:0}',
		'clients-aB3-_x9Z.js': 'export const clients=1',
		'desk-1.js':
			'const pages=[p(`/admin`,`Dashboard`,()=>import(`./dashboard-1.js`)),p(`/admin/users`,`Users`,()=>import(`./users-1.js`))]',
		'dashboard-1.js': 'export const dashboard=1',
		'users-1.js': 'export const users="all of them"',
		'clients-page-aB3-_x9Z.js': 'a page of that name'.repeat(50),
	};
	const style = 'p{margin:0}';
	const routes = { root: { module: '/assets/shared-1.js', css: ['/assets/page-1.css'] } };
	for (const { route } of pages) routes[route] = { parentId: 'root', module: '/assets/page-1.js' };
	routes['app/admin-area.route'].module = '/assets/desk-1.js';
	const manifest = `window.__reactRouterManifest=${JSON.stringify({ entry: { module: '/assets/entry-1.js' }, routes })};`;
	mkdirSync(join(folder, ASSETS_FOLDER), { recursive: true });
	for (const [name, text] of Object.entries({ ...files, 'manifest-1.js': manifest })) {
		writeFileSync(join(folder, ASSETS_FOLDER, name), text);
	}
	writeFileSync(join(folder, '__spa-fallback.html'), `<head><style>${style}</style></head>`);

	const atOnce = ['entry-1.js', 'shared-1.js', 'page-1.js', 'page-1.css'].map((name) => weigh(files[name]));
	const guest = atOnce.reduce((sum, bytes) => sum + bytes, weigh(manifest) + weigh(style));
	const measured = measurePages(folder);
	expect(measured.find(({ name }) => name === 'home')).toEqual({ name: 'home', bytes: guest, max: 136_000 });
	expect(measured.find(({ name }) => name === 'withdraw')?.bytes).toBe(guest + weigh(files['clients-aB3-_x9Z.js']));
	const weightOf = (page) => measured.find(({ name }) => name === page)?.bytes;
	const more = weigh(files['users-1.js']) - weigh(files['dashboard-1.js']);
	expect(weightOf('/admin/users') - weightOf('/admin')).toBe(more);
});

test('a page over its budget is reported', () => {
	expect(describePage({ name: 'home', bytes: 130_001, max: 130_000 })).toContain('OVER the budget of 130.0 kB');
	expect(describePage({ name: 'home', bytes: 130_000, max: 130_000 })).not.toContain('OVER');
});
