import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { testFolder } from '../../test/support/contents-of.ts';
import { wallEntry } from '../offerwalls/walls/wall.ts';
import { readBrandingFile } from './branding/branding-file.ts';
import { loadConfig } from './config.ts';
import { settingWarnings } from './setting-warnings.ts';
import { settings } from './settings.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = testFolder();

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

function example(document: string, start: string): string {
	const blocks = [...read(document).matchAll(/^( *)```(?:sh|json)\n([\s\S]*?)^\1```$/gm)];
	const found = blocks.map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
	return found.find((block) => block.startsWith(start)) ?? expect.fail(`${document} has no example ${start}`);
}

const documentedEnv = () =>
	Object.fromEntries(
		Object.entries(parseEnv(example('docs/operations.md', 'NODE_ENV='))).map(([name, value]) => [
			name,
			value || randomBytes(32).toString('base64'),
		]),
	);

test('the documented production settings are valid and cause no warning once the empty values are filled in', () => {
	const text = example('docs/operations.md', 'NODE_ENV=');
	// systemd reads a comment after a value as part of the value.
	expect(text).toMatch(/^([A-Z_]+=("[^"]*"|[^\s"#]*)\n)+$/);
	const env = documentedEnv();
	expect(loadConfig(env)).toMatchObject({ isProduction: true, publicUrl: 'https://rewards.example' });
	expect(settingWarnings(env)).toEqual([]);
});

test('the compose file, the image and the units set only known settings, to valid values', () => {
	const compose = read('deploy/compose.yaml');
	const product = /^ {2}product:\n((?: {4}.*\n)+)/m.exec(compose)?.[1] ?? '';
	const units = ['Dockerfile', 'systemd/lootpass.service', 'systemd/lootpass-web@.service'].map((file) =>
		read(`deploy/${file}`)
			.match(/(?<=^(?:ENV |Environment=)).+$/gm)
			?.join(' '),
	);
	const set = `${product.replaceAll(/\$\{[^}]+\}/g, 'rewards.example')} ${units.join(' ')}`;
	const pairs = [...set.matchAll(/\b([A-Z][A-Z_]+)(?:: |=)(\S+)/g)].map(([, name = '', value = '']) => [name, value]);
	const byHand = /settings\.env with[^:]*/.exec(compose)?.[0].match(/\b[A-Z]+_[A-Z_]+\b/g) ?? [];
	const names = [...pairs.map(([name = '']) => name), ...byHand];
	expect(names).toEqual(expect.arrayContaining(['APP_SECRET', 'DATABASE_URL', 'DATA_DIR', 'HOST', 'NODE_ENV']));
	expect(names.filter((name) => !Object.hasOwn(settings, name))).toEqual([]);
	const env = { ...documentedEnv(), ...Object.fromEntries(pairs), BACKUP_DIR: '', BACKUP_ENCRYPT_TO: '' };
	expect(loadConfig(env)).toMatchObject({ isProduction: true, publicUrl: 'https://rewards.example' });
});

test('the documented branding file is valid', () => {
	const file = join(folder, 'branding.json');
	writeFileSync(file, example('docs/operations.md', '{'));
	writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>');
	expect(readBrandingFile(file)).toMatchObject({ problems: [], settings: { BRAND_FIRST: 'Acme' } });
});

test('the documented offerwalls file is valid', () => {
	for (const entry of JSON.parse(example('docs/offerwalls.md', '['))) {
		expect(wallEntry.safeParse(entry)).toMatchObject({ success: true });
	}
});

test('the documented texts match the texts of the product', () => {
	expect(JSON.parse(read('contract/texts/en.json'))).toMatchObject(JSON.parse(example('docs/texts.md', '{')));
});
