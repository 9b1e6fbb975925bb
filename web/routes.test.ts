import { accessTo, type PageAccess, pages } from '../contract/pages.ts';
import routes from './routes.ts';

type Entry = { path?: string | undefined; index?: boolean | undefined; file: string; children?: Entry[] | undefined };

function accessOf(layouts: readonly string[]): PageAccess {
	if (layouts.includes('app/admin-area.route.tsx')) return 'admin';
	return layouts.includes('app/signed-in-area.route.tsx') ? 'signed-in' : 'public';
}

function pagesOf(entries: readonly Entry[], above = '', layouts: readonly string[] = []): [string, PageAccess][] {
	return entries.flatMap(({ path = '', file, children }) => {
		const full = path ? `${above}/${path}` : above;
		const files = [...layouts, file];
		return children ? pagesOf(children, full, files) : [[full || '/', accessOf(files)]];
	});
}

// spec: 2.routes
test("the browser's routes match the server's pages", () => {
	const table = pagesOf(routes as Entry[]).filter(([path]) => path !== '/*');
	expect(Object.fromEntries(table)).toEqual(pages);
	expect(table).toHaveLength(Object.keys(pages).length);
});

test('accessTo matches paths like the router', () => {
	expect(accessTo('/Withdraw/')).toBe('signed-in');
	expect(accessTo('/')).toBe('public');
	expect([accessTo('/earn'), accessTo('/earn/a-wall/'), accessTo('/earn/a-wall/more')]).toEqual([
		'signed-in',
		'signed-in',
		undefined,
	]);
	expect([accessTo('/admin'), accessTo('/admin/no-such-page'), accessTo('/admin/login')]).toEqual([
		'admin',
		'admin',
		'public',
	]);
	for (const path of ['/no-such-page', '/withdraw/more', '/administrator', '/constructor', '/__proto__']) {
		expect(accessTo(path), path).toBeUndefined();
	}
});
