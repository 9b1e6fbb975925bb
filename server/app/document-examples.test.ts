import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { wallEntry } from '../offerwalls/walls/wall-entry.ts';
import { readBrandingFile } from './branding/branding-file.ts';
import { loadConfig } from './config.ts';
import { settingWarnings } from './setting-warnings.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = await mkdtemp(join(tmpdir(), 'lootpass-examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

function example(document: string, start: string): string {
	const blocks = [...read(document).matchAll(/^( *)```(?:sh|json)\n([\s\S]*?)^\1```$/gm)];
	const found = blocks.map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
	return found.find((block) => block.startsWith(start)) ?? expect.fail(`${document} has no example ${start}`);
}

test('the documented production settings are valid and cause no warning once the empty values are filled in', () => {
	const text = example('docs/operations.md', 'NODE_ENV=');
	// systemd reads a comment after a value as part of the value.
	expect(text).toMatch(/^([A-Z_]+=("[^"]*"|[^\s"#]*)\n)+$/);
	const env = Object.fromEntries(
		Object.entries(parseEnv(text)).map(([name, value]) => [name, value || randomBytes(32).toString('base64')]),
	);
	expect(loadConfig(env)).toMatchObject({ isProduction: true, publicUrl: 'https://rewards.example' });
	expect(settingWarnings(env)).toEqual([]);
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
