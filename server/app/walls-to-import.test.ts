import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '../../test/support/contents-of.ts';
import { toWalls } from '../offerwalls/walls/wall.ts';
import { loadConfig, sandboxWallIds, wallsToImport } from './config.ts';

const folder = testFolder();
const secrets = { sandboxWallSecret: 'test-wall-secret' };
const read = (env: Record<string, string>) => wallsToImport(loadConfig(env), secrets);

function fileOf(text: string): string {
	const file = join(folder, 'walls.json');
	writeFileSync(file, text);
	return file;
}

test("reads OFFERWALLS_FILE instead of the sandbox's walls", () => {
	const file = fileOf('[{ "id": "kiwi" }]');
	expect(read({ OFFERWALLS_FILE: file })).toEqual({ source: `OFFERWALLS_FILE ${file}`, entries: [{ id: 'kiwi' }] });
	expect(read({ OFFERWALLS_FILE: file, ROLE: 'worker' })?.entries).toHaveLength(1);
});

test.each([undefined, '', '[{', '[{ "id": "kiwi", "sec'])('rejects a missing or incomplete file: %j', (text) => {
	const OFFERWALLS_FILE = text === undefined ? join(folder, 'missing.json') : fileOf(text);
	expect(() => read({ OFFERWALLS_FILE })).toThrow(/^Couldn't read OFFERWALLS_FILE .*\.json: /);
});

test('without a file, only the node that starts the sandbox gets its walls, identical at each start', () => {
	const file = read({});
	expect(toWalls(file?.entries, 'test').map(({ id }) => id)).toEqual(sandboxWallIds);
	expect(read({})).toEqual(file);
	expect(read({ SANDBOX: 'off' })).toBeUndefined();
	expect(read({ ROLE: 'worker' })).toBeUndefined();
});
