import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of the software that runs. */
export const { version: productVersion } = JSON.parse(
	readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { version: string };
