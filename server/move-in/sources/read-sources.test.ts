import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '../../../sandbox/app.ts';
import { accounts } from '../../../sandbox/firebase/project.ts';
import { testFolder } from '../../../test/support/contents-of.ts';
import { planSite } from '../move-site.ts';
import { openCsv } from './read-files.ts';
import { openFirebase, serviceAccount } from './read-firebase.ts';
import { mapping } from './source.ts';

const folder = testFolder();
let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

async function open(more: object = {}) {
	const answer = await fetch(`${sandbox.url}/firebase/service-account.json`);
	const key = serviceAccount.parse(Object.assign({}, await answer.json(), more));
	return openFirebase(key, { origin: sandbox.url, nowMs: Date.now() });
}
const plan = async (source: Awaited<ReturnType<typeof open>>, names: object = {}) =>
	planSite(source, { mapping: mapping.parse(names), hold: undefined, onProgress: () => {} }, Date.now());

test('reads all accounts, documents and hash parameters of a project, in pages at one moment', async () => {
	const source = await open();
	const report = await plan(source);
	expect(report).toMatchObject({
		...{ project: 'old-loot', read_time: source.readTime, admins: 1, histories: 8 },
		accounts: { found: accounts.length, imported: accounts.length - 1 },
	});
	expect(report.problems.filter(({ problem }) => problem === 'a document without an account')).toHaveLength(2);
	expect(await source.readHashParameters()).toMatchObject({ rounds: 8, memCost: 14, saltSeparator: 'Bw==' });
});

test('says that Google refused the service account', async () => {
	await expect(open({ client_email: 'other@old-loot.example' }).then(plan)).rejects.toThrow(
		'refused the service account',
	);
});

test('reads sub-collections of all users, whose parent names the user', async () => {
	const rewards = [{}, { collection: 'users/*/bonuses' }, { collection: 'others/*/bonuses' }];
	expect(await plan(await open(), { rewards })).toMatchObject({ histories: 10 });
});

test('a failure of the token endpoint is retried', async () => {
	const source = await open();
	const spy = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response('', { status: 503 }));
	expect(await source.readHashParameters()).toMatchObject({ rounds: 8 });
	spy.mockRestore();
});

test('plans the users of a CSV file with quoted fields, and refuses another header', async () => {
	const plan = async (text: string) => {
		await writeFile(join(folder, 'users.csv'), text);
		const source = openCsv({ project: 'old', users: join(folder, 'users.csv') });
		return planSite(source, { mapping: mapping.parse({}), hold: undefined, onProgress: () => {} }, Date.now());
	};
	const rows =
		'\uFEFFid,email,balance,username\r\n1,a@old.example,12.5,"Bob ""B"", x"\r\n2,,,\r\n3,c@old.example,lots,bob\r\n';
	expect(await plan(rows)).toMatchObject({
		accounts: { found: 3, imported: 3 },
		balances: { total: 12.5, differences: [{ id: '3', source: 'lots', reason: 'not a number' }] },
		problems: [{ id: '2', problem: 'no email address (anonymous)' }],
	});
	await expect(plan('email,id\n')).rejects.toThrow('must begin with the line id,email,balance,username');
});
