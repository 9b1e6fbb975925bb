import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planSite } from '../move-site.ts';
import { mapping } from './mapping.ts';
import { openCsv } from './read-csv.ts';

test('plans the users of a CSV file with quoted fields, and refuses another header', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'users-'));
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
	await rm(folder, { recursive: true });
});
