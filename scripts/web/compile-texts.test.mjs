import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { defaultBranding as words } from '../../contract/branding.ts';
import { compileTexts } from './compile-texts.mjs';

const parent = mkdtempSync(join(tmpdir(), 'lootpass-texts-'));
afterEach(() => rmSync(parent, { recursive: true, force: true }));

test('concurrent compilations leave the first result in place, because a build may be reading it', async () => {
	const folder = join(parent, 'texts');
	const both = [1, 2].map(() => compileTexts({ folder, words, language: 'en' }));
	await Promise.race(both);
	const first = statSync(folder).ino;
	await Promise.all(both);
	expect(statSync(folder).ino).toBe(first);
});
