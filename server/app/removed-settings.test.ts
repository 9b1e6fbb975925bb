import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { removedSettings } from './removed-settings.ts';

test('names a removed setting with its replacement and does not stop the start', () => {
	const env = { DATABASE_READ_URL: 'not an address', PROCESSES: 'many' };
	expect(removedSettings(env)).toEqual([
		'DATABASE_READ_URL no longer exists and is ignored: all reads go to DATABASE_URL.',
		'PROCESSES no longer exists and is ignored: run more nodes with ROLE=web and the same DATABASE_URL behind a proxy (deploy/systemd/lootpass-web@.service).',
	]);
	expect(loadConfig(env)).toEqual(loadConfig({}));
});

test('ignores a removed setting without a value', () => {
	expect(removedSettings({ DATABASE_READ_URL: ' ', PORT: '3000' })).toEqual([]);
});
