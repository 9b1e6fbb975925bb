import { describe, expect, test } from 'vitest';
import type { Person } from './access-people.ts';
import { type AddressRow, openAccessTable } from './access-table.ts';
import { servedAddresses } from './served-addresses.ts';

/** Who gets what answer at each address outside /api and /auth. */
const { product, people, compare, send } = openAccessTable();

const addressRows: Record<string, AddressRow> = {
	'GET /data/users/:uid': { kind: 'owner' },
	'PATCH /data/users/:uid': { kind: 'owner', data: {} },
	'GET /data/users/:uid/live': { kind: 'owner' },
	'GET /data/users/count': { kind: 'admin' },
	'GET /data/users/active': { kind: 'admin' },
	'GET /data/earnings/total': { kind: 'admin' },
	'GET /data/admin/export/:file': { kind: 'admin', path: () => '/data/admin/export/actions.csv' },
	'GET /data/earnings/by-offerwall': { kind: 'admin' },
	'GET /robots.txt': { kind: 'open' },
	'GET /sitemap.xml': { kind: 'open' },
	'GET /healthz': { kind: 'open' },
	'GET /readyz': { kind: 'open' },
	'GET /metrics': { kind: 'open' },
	'GET /api-docs': { kind: 'open' },
	'GET /api-docs/json': { kind: 'open' },
	'GET /api-docs/yaml': { kind: 'open' },
	'GET /api-docs/static/*': { kind: 'open', path: () => '/api-docs/static/swagger-ui.css' },
	'GET /api-docs/static/index.html': { kind: 'open', served: 302 },
	'GET /api-docs/static/swagger-initializer.js': { kind: 'open' },
	'GET /api-docs/static/theme/page.css': { kind: 'open' },
	'GET /postback/:wallId': { kind: 'open', path: () => '/postback/sandbox', served: 403 },
	'POST /postback/:wallId': { kind: 'open', path: () => '/postback/sandbox', data: {}, served: 405 },
	'GET /postback/:wallId/:pathKey': { kind: 'open', path: () => '/postback/sandbox/key', served: 403 },
	'POST /postback/:wallId/:pathKey': { kind: 'open', path: () => '/postback/sandbox/key', data: {}, served: 405 },
	...wrongMethodsAt('/postback/:wallId', '/postback/sandbox'),
	...wrongMethodsAt('/postback/:wallId/:pathKey', '/postback/sandbox/key'),
	'POST /vendor-callback/:vendor': { kind: 'open', path: () => '/vendor-callback/nobody', data: {}, served: 404 },
};

/** Partners that call in another way are told so, and the operator too. */
function wrongMethodsAt(pattern: string, path: string): Record<string, AddressRow> {
	const row = { kind: 'open' as const, path: () => path, served: 405 };
	return Object.fromEntries(['DELETE', 'OPTIONS', 'PATCH', 'PUT'].map((method) => [`${method} ${pattern}`, row]));
}

/** Served by a handler of its own test: any call name, any path under /auth, pages. */
const wildcards = ['/api/:name', '/:project/us-central1/:name', '/auth/*', '/*', '*'];

test('every endpoint has a line here: each other address, and none that is not served', async () => {
	const served = await servedAddresses(product().deps);
	// HEAD is made from GET.
	const others = served
		.filter((each) => !each.startsWith('HEAD ') && !/ \/auth\/[^*]/.test(each))
		.filter((each) => !wildcards.includes(each.slice(each.indexOf(' ') + 1)));
	expect(Object.keys(addressRows).sort()).toEqual(others);
	expect(served).toEqual(
		expect.arrayContaining(['POST /api/:name', 'POST /:project/us-central1/:name', 'GET /auth/*']),
	);
});

describe('an address', () => {
	test.each(Object.entries(addressRows))('%s', async (address, row) => {
		const [method = '', pattern = ''] = address.split(' ');
		const pathFor = row.path ?? (({ uid }: Person) => pattern.replace(':uid', uid));
		await compare(row.kind, row, async (person, data) => send(method, await pathFor(person), person.elsewhere, data));
	});
});

test('HEAD tells nobody more than GET', async () => {
	const [person, other] = [await people.make('user'), await people.make('user')];
	const statusOf = async (uid: string, headers: Record<string, string>) =>
		(await send('HEAD', `/data/users/${uid}`, headers, undefined)).status;
	expect(await statusOf(person.uid, person.elsewhere)).toBe(200);
	expect(await statusOf(other.uid, person.elsewhere)).toBe(403);
	expect(await statusOf(person.uid, {})).toBe(401);
});
