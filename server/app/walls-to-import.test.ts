import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toWalls } from '../offerwalls/walls/wall.ts';
import { loadConfig } from './config.ts';
import { sandboxWallIds, wallsToImport } from './walls-to-import.ts';

const folder = mkdtempSync(join(tmpdir(), 'lootpass-walls-'));
const secrets = { sandboxWallSecret: 'test-wall-secret' };
const read = (env: Record<string, string>) => wallsToImport(loadConfig(env), secrets);

function fileOf(text: string): string {
	const file = join(folder, 'walls.json');
	writeFileSync(file, text);
	return file;
}

test('reads the file in place of the sandbox', () => {
	const file = fileOf('[{ "id": "kiwi" }]');
	expect(read({ OFFERWALLS_FILE: file })).toEqual({ source: `OFFERWALLS_FILE ${file}`, entries: [{ id: 'kiwi' }] });
	expect(read({ OFFERWALLS_FILE: file, ROLE: 'worker' })?.entries).toHaveLength(1);
});

test.each(['', '[{', '[{ "id": "kiwi", "sec'])('refuses a file that is half written: %j', (text) => {
	expect(() => read({ OFFERWALLS_FILE: fileOf(text) })).toThrow(/^Couldn’t read OFFERWALLS_FILE .*walls\.json: /);
});

test('refuses a file that is not there', () => {
	expect(() => read({ OFFERWALLS_FILE: join(folder, 'missing.json') })).toThrow(
		/^Couldn’t read OFFERWALLS_FILE .*missing\.json: ENOENT/,
	);
});

test('without a file, the node that starts the sandbox has its walls, the same at each start', () => {
	const file = read({});
	expect(toWalls(file?.entries, 'test').map(({ id }) => id)).toEqual(sandboxWallIds);
	expect(read({})).toEqual(file);
	expect(read({ SANDBOX: 'off' })).toBeUndefined();
	expect(read({ ROLE: 'worker' })).toBeUndefined();
});
