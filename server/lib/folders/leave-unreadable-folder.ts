import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

// Libraries search the working folder for configuration when they are imported.
try {
	accessSync(process.cwd(), constants.R_OK | constants.X_OK);
} catch {
	process.chdir(join(import.meta.dirname, '../../..'));
}
