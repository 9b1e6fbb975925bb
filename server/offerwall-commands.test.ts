import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { openAdminSite } from '../test/sites/admin-site.ts';
import { startSite } from '../test/sites/identity-site.ts';
import { openTestDatabase } from '../test/support/database.ts';
import { rowsOf } from './lib/db/rows.ts';
import {
	importOfferwallsHere,
	printCallbackUrl,
	printOfferwallChecks,
	rotateSecretsKeyHere,
} from './offerwall-commands.ts';

const database = openTestDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'lootpass-walls-'));
const site = openAdminSite(database, { env: { DATA_DIR: dataDir } });
const said: string[] = [];
beforeEach(() => {
	said.length = 0;
	for (const how of ['log', 'error'] as const) {
		vi.spyOn(console, how).mockImplementation((line: string) => void said.push(line));
	}
});
const printed = () => said.join('\n');
const entry = {
	id: 'kiwi',
	partner: 'kiwiwall',
	name: 'Kiwi',
	secret: 'hush-8Kd02mVqPz',
	pathKey: 'pk-72hQmZ0vTtB3sLwE',
};
const other = { ...entry, id: 'other', name: 'Other', secret: 'else-8Kd02mVqPz' };
const fed = { kind: 'lootably', url: 'http://127.0.0.1', apiKey: 'k', placementID: 1 };

function fileOf(entries: unknown): string {
	const file = join(dataDir, `${randomUUID()}.json`);
	writeFileSync(file, typeof entries === 'string' ? entries : JSON.stringify(entries));
	return file;
}
const importing = (entries: unknown) => importOfferwallsHere(site.deps, [fileOf(entries)]);
const ids = () => site.deps.walls.map(({ id }) => id);

test('a file is imported whole, once, in its order, and its secrets are nowhere to be read', async () => {
	expect(await importing([other, entry])).toBe(0);
	expect(ids()).toEqual(['other', 'kiwi']);
	expect(await importing([other, entry])).toBe(0);
	expect(printed()).toContain('Imported: other, kiwi.');
	expect(printed()).toContain('All of them are here already.');
	const rows = await rowsOf<{ text: string }>(database.owner)`
		select o::text || (select string_agg(details::text, '') from audit_records) as text from offerwalls o
	`;
	for (const { text } of rows) expect(text).not.toMatch(/hush-8Kd|else-8Kd|pk-72hQ/);
	expect(await printOfferwallChecks(site.deps)).toBe(0);
	expect(await printCallbackUrl(site.deps, ['kiwi'])).toBe(0);
	expect(printed()).toContain(`/postback/kiwi/${entry.pathKey}`);
});

test.each([
	[
		'an entry that is here and another',
		[{ ...entry, name: 'Another' }],
		/kiwi is kept here already, with another entry/,
	],
	[
		'an address of our own network',
		[{ ...other, id: 'fed', partner: 'lootably', feed: fed }],
		/fed, feed.url: must be/,
	],
])('%s imports nothing', async (_, entries, why) => {
	expect(await importing([{ ...other, id: 'before' }, ...entries])).toBe(1);
	expect(printed()).toMatch(why);
	expect(ids()).not.toContain('before');
});

test.each([
	['{', /cannot be read/],
	[[{ id: 'half' }], /entry 1 \(half\)/],
])('what is no file of walls is refused by name: %j', async (text, why) => {
	expect(() => importing(text)).toThrow(why);
});

test('the key is changed, with all that is sealed, and the old one does not start again', async () => {
	const ada = await site.admin();
	const asked = { entry: { ...entry, id: 'waiting' }, reason: 'They pay well.' };
	const { proposal: id } = (await site.ask('adminSaveOfferwall', asked, ada)) as { proposal: string };
	expect(await rotateSecretsKeyHere(site.deps)).toBe(0);
	expect(printed()).toMatch(/2 walls are sealed anew: key [0-9a-f]{8} is over/);
	const secretsKey = readFileSync(join(dataDir, 'secrets-key'), 'utf8').trim();
	expect(printed()).not.toContain(secretsKey);

	// Whoever runs on goes on paying, and saves nothing with the old key.
	await site.deps.wallChanges.refresh();
	expect(site.deps.wallChanges.find('kiwi')?.secret).toBe(entry.secret);
	expect(await site.ask('adminSaveOfferwall', asked, ada)).toMatchObject({
		details: { reason: 'secrets-key-changed' },
	});
	expect(await rotateSecretsKeyHere(site.deps)).toBe(1);

	await expect(startSite(database, {})).rejects.toThrow(/SECRETS_KEY is not the one/);
	const again = await startSite(database, { secrets: { secretsKey } });
	expect(again.deps.wallChanges.find('kiwi')?.secret).toBe(entry.secret);
	const ben = await site.admin();
	const approve = { data: { id, decision: 'approve', reason: 'Yes.' } };
	const headers = { authorization: `Bearer ${ben.accessToken}` };
	expect((await again.post('/api/adminDecideProposal', approve, headers)).json().result).toMatchObject({
		state: 'done',
	});
	expect(again.deps.wallChanges.find('waiting')?.secret).toBe(entry.secret);
	await again.close();
});
