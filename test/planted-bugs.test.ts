import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plant } from '../prove/planted/bug.ts';
import { bugs } from '../prove/planted/bugs.ts';

const ROOT = join(import.meta.dirname, '..');

/** That each is caught is tried by `npm run prove -- planted`; here, that each can still be planted. */
test.each(bugs.map((bug) => [bug.name, bug] as const))('%s', (_, bug) => {
	const source = readFileSync(join(ROOT, bug.file), 'utf8');
	expect(plant(source, bug)).not.toBe(source);
	expect(bug.tests.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('each bug has a name of its own', () => {
	expect(new Set(bugs.map(({ name }) => name)).size).toBe(bugs.length);
});
