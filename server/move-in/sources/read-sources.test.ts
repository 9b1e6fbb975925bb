import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '../../../sandbox/app.ts';
import { accounts } from '../../../sandbox/firebase/project.ts';
import { testFolder } from '../../../test/support/contents-of.ts';
import { planSite } from '../move-site.ts';
import { openCsv, openFiles } from './read-files.ts';
import { openFirebase, serviceAccount } from './read-firebase.ts';
import { mapping, type Source } from './source.ts';

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
const plan = async (source: Source, names: object = {}) =>
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

test('reads documents with a byte order mark, line separators in texts and line breaks of Windows', async () => {
	const id = 'A'.repeat(28);
	const user = { robux: 12.5, role: 'admin', roblox_username: 'a\u2028b' };
	const reward = { uid: id, amount: 5, timestamp: 1.7e9, name: 'a\u2028b\u2029\u0085c' };
	const keys = { base64_signer_key: 'AA==', base64_salt_separator: 'Bw==' };
	const write = async (name: string, value: object) => {
		await writeFile(join(folder, name), `\uFEFF${JSON.stringify(value)}\r\n\r\n`);
		return join(folder, name);
	};
	await write('users.ndjson', { id, data: user });
	await write('offer_history.ndjson', { id: 'r', data: reward });
	const users = [{ localId: id, email: 'a@old.example', passwordHash: 'AAAA' }];
	const accounts = await write('accounts.json', { users });
	const hashConfig = await write('hash.json', { algorithm: 'SCRYPT', ...keys, rounds: 8, mem_cost: 14 });
	const source = openFiles({ project: 'old', accounts, documents: folder, hashConfig });
	const problems = [{ problem: expect.stringContaining('the password is not imported') }, {}];
	expect(await plan(source)).toMatchObject({ histories: 1, admins: 1, balances: { total: 12.5 }, problems });
	expect(await source.readHashParameters()).toMatchObject({ memCost: 14 });
});

test('plans the users of a CSV file with quoted fields, and refuses one that is ambiguous', async () => {
	const planCsv = async (content: string | Buffer) => {
		await writeFile(join(folder, 'users.csv'), content);
		return plan(openCsv({ project: 'old', users: join(folder, 'users.csv') }));
	};
	const rows =
		'id,email,balance,username\r\n1, a@old.example ,12.5,"Bob\r\n""B"", x"\r\n\r\n2,\r\n3,c@old.example,lots,bob\r\n3,d@old.example,99,bob\r\n';
	const expected = {
		accounts: { found: 4, imported: 3, skipped: [{ id: '3', reason: 'the id occurs twice' }] },
		balances: { total: 12.5, differences: [{ id: '3', source: 'lots', reason: 'not a number' }] },
		problems: [{ id: '2', problem: 'no email address (anonymous)' }],
	};
	expect(await planCsv(`\uFEFF${rows}`)).toMatchObject(expected);
	expect(await planCsv(Buffer.from(`\uFEFF${rows}`, 'utf16le'))).toMatchObject(expected);
	await expect(planCsv('email,id\n')).rejects.toThrow('must begin with the line id,email,balance,username');
	await expect(planCsv(`${rows}4,d@old.example,1,234.5,d`)).rejects.toThrow('Invalid Record Length');
	await expect(planCsv(`${rows}4,"d@old.example,1,d\n`)).rejects.toThrow('Quote Not Closed');
});
