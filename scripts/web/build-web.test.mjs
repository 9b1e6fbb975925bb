import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildLanguages } from './build-web.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lootpass-build-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const page = (language) => join(folder, 'client', language, '__spa-fallback.html');
const contentOf = (language) => existsSync(page(language)) && readFileSync(page(language), 'utf8');
const stamp = () => JSON.parse(readFileSync(join(folder, 'web.stamp'), 'utf8'));

test('builds the languages whose sources changed, keeps fresh ones and drops stale ones', async () => {
	const sources = { en: 'E1', de: 'D1', fr: 'F1' };
	const run = (...languages) =>
		buildLanguages({
			...{ folder, languages, log: () => {} },
			hashOf: (language) => sources[language],
			async build(language, { made }) {
				if (sources[language] === 'broken') throw new Error('does not build');
				mkdirSync(join(made, language), { recursive: true });
				writeFileSync(join(made, language, '__spa-fallback.html'), `${language} of ${sources[language]}`);
			},
		});

	writeFileSync(join(folder, 'web.stamp'), 'a stamp of an older version');
	expect(await run('en', 'de')).toEqual(['en', 'de']);
	expect(await run('en', 'de')).toEqual([]);
	expect(await run('fr', 'en')).toEqual(['fr']);
	expect(stamp()).toEqual(sources);
	expect(['en', 'de', 'fr'].map(contentOf)).toEqual(['en of E1', 'de of D1', 'fr of F1']);
	expect(await run('en', 'de')).toEqual([]);

	Object.assign(sources, { de: 'D2', fr: 'F2' });
	expect(await run('en', 'de')).toEqual(['de']);
	expect(['en', 'de', 'fr'].map(contentOf)).toEqual(['en of E1', 'de of D2', false]);
	expect(stamp()).toEqual({ en: 'E1', de: 'D2' });

	sources.de = 'broken';
	await expect(run('en', 'de')).rejects.toThrow('does not build');
	expect(contentOf('de')).toBe('de of D2');
	rmSync(page('en'));
	sources.de = 'D2';
	expect(await run('en', 'de')).toEqual(['en']);
});
