import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ruleFiles } from './prove-mutations.ts';

test('every listed rule file and each of its tests exists', () => {
	const paths = ruleFiles.flatMap(({ file, tests }) => [file, ...tests]);
	expect(paths.filter((path) => !existsSync(join(import.meta.dirname, '../../..', path)))).toEqual([]);
});
