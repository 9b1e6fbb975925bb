import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { exportPermissions } from '../../contract/admin/exports.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { isAllowed, type StaffRole } from '../../contract/permissions.ts';
import { createApp } from '../../server/app/app.ts';
import type { Dependencies } from '../../server/app/dependencies.ts';
import { staff, type Visitor } from './access-people.ts';
import { openAccessTable, type Row } from './access-table.ts';

const { product, people, compare, compareAll, send } = openAccessTable();

const partnersRow = (path: string): Row => ({ path, served: 403 });

const rows = {
	'PATCH /data/users/{uid}': { data: {} },
	'GET /data/admin/claims/{reference}/pictures/{position}': {
		path: '/data/admin/claims/C-NONE/pictures/1',
		served: 'NOT_FOUND',
	},
	'GET /data/admin/export/{file}': { path: '/data/admin/export/actions.csv' },
	'GET /api-docs/static/*': { path: '/api-docs/static/swagger-ui.css' },
	'GET /offer-link/{code}': { path: '/offer-link/nothing', served: 410 },
	'GET /offer-pictures/{file}': { path: '/offer-pictures/nothing.webp', served: 404 },
	'GET /receipt/{id}.json': { path: '/receipt/unknown.json', served: 'NOT_FOUND' },
	'GET /receipt/{id}/state': { path: '/receipt/unknown/state', served: 'NOT_FOUND' },
	'GET /reachability': { path: '/reachability', served: 'PERMISSION_DENIED' },
	'GET /proof/note': { path: '/proof/note', served: 'NOT_FOUND' },
	'GET /proof/transfers/inclusion': { path: '/proof/transfers/inclusion?index=0&size=0', served: 'OUT_OF_RANGE' },
	'GET /proof/transfers/consistency': { path: '/proof/transfers/consistency?from=0&to=0' },
	'GET /postback/{wallId}': partnersRow('/postback/sandbox'),
	'POST /postback/{wallId}': { path: '/postback/sandbox', data: {}, served: 400 },
	'GET /postback/{wallId}/{pathKey}': partnersRow('/postback/sandbox/key'),
	'POST /postback/{wallId}/{pathKey}': { path: '/postback/sandbox/key', data: {}, served: 403 },
	'POST /unsubscribe': { path: '/unsubscribe?code=x', data: {}, served: 404 },
	'POST /vendor-callback/{vendor}': { path: '/vendor-callback/unknown', data: {}, served: 404 },
};

const wrongMethods = ['DELETE', 'OPTIONS', 'PATCH', 'PUT'];
const wrongAddresses = wrongMethods.flatMap((method) => [`${method} /postback`, `${method} /postback/*`]);
/** Pages and routes whose handlers check the contract: all calls and all /auth paths. */
const byContract = [
	'POST /api/{name}',
	'POST /{project}/us-central1/{name}',
	'GET /auth/*',
	'POST /auth/*',
	'GET /postback/*',
	'POST /postback/*',
];
const wildcard =
	/^(?:GET|POST) \/postback(?:\/\*)?$| (\/api\/\{name\}|\/\{project\}\/us-central1\/(?:\{name\}|openClaim|adminUploadReport)|\/auth\/\*|\/?\*)$/;

/** Read from the framework's diagnostics channel, in the contract's notation. */
async function servedAddresses(deps: Dependencies): Promise<string[]> {
	const served = new Set<string>();
	const watch = (message: unknown) => {
		const { fastify } = message as { fastify: FastifyInstance };
		fastify.addHook('onRoute', ({ method, url }) => {
			for (const each of [method].flat()) served.add(`${each} ${url.replaceAll(/:(\w+)/g, '{$1}')}`);
		});
	};
	subscribe('fastify.initialization', watch);
	const app = await createApp({ ...deps, liveStreams: { ...deps.liveStreams, closeAll() {} } });
	unsubscribe('fastify.initialization', watch);
	await app.ready();
	await app.close();
	return [...served].sort();
}

test('all served routes are described and all described routes are served', async () => {
	const served = await servedAddresses(product().deps);
	expect(served).toEqual(expect.arrayContaining(byContract));
	const described = new Set(Object.keys(endpoints));
	const others = served.filter((each) => !each.startsWith('HEAD ') && !wildcard.test(each));
	const isDescribed = (each: string) => described.has(each) || described.has(each.replace(/(\/static\/).+/, '$1*'));
	expect(others.filter((each) => !isDescribed(each))).toEqual(wrongAddresses.sort());
	const ownRoute = [...described].filter((each) => !/ \/(api|auth|postback)\//.test(each));
	expect(ownRoute.filter((each) => !served.includes(each))).toEqual([]);
});

// spec: 6.own-document
describe('an address', () => {
	compareAll(/ \/(?!(api|auth)\/)/, rows);
	test.each(wrongMethods)('%s of a postback is refused', async (method) => {
		for (const [path, served] of [
			['/postback', 404],
			['/postback/sandbox', 405],
			['/postback/sandbox/key', 405],
		] as const) {
			await compare({ access: 'open' }, { served }, ({ elsewhere }) => send(method, path, elsewhere, undefined));
		}
	});
});

test.each(['admin', ...staff])('an export is available only to roles with its permission: %s', async (who) => {
	const { elsewhere } = await people.make(who as Visitor);
	for (const [table, permission] of Object.entries(exportPermissions)) {
		const answer = await send('GET', `/data/admin/export/${table}.csv`, elsewhere, undefined);
		await answer.text();
		const role = who === 'admin' ? 'owner' : (who as StaffRole);
		expect([table, answer.status]).toEqual([table, isAllowed(role, permission) ? 200 : 403]);
	}
});

test('HEAD returns the same status as GET', async () => {
	const [person, other] = [await people.make('user'), await people.make('user')];
	const statusOf = async (uid: string, headers: Record<string, string>) =>
		(await send('HEAD', `/data/users/${uid}`, headers, undefined)).status;
	expect(await statusOf(person.uid, person.elsewhere)).toBe(200);
	expect(await statusOf(other.uid, person.elsewhere)).toBe(403);
	expect(await statusOf(person.uid, {})).toBe(401);
});
