import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const SERVER = pathToFileURL(join(import.meta.dirname, '../../server/')).href;
const HERE = pathToFileURL(`${import.meta.dirname}/`).href;

/**
 * From now on whoever imports a module of the server that this folder says again gets that one; only this folder itself
 * gets the server's. So every use case runs as it is, on stores without SQL.
 */
export function putStoresInPlace(): void {
	registerHooks({
		resolve(specifier, context, next) {
			const resolved = next(specifier, context);
			if (!resolved.url.startsWith(SERVER) || context.parentURL?.startsWith(HERE)) return resolved;
			const again = HERE + resolved.url.slice(SERVER.length);
			return existsSync(fileURLToPath(again)) ? { ...resolved, url: again } : resolved;
		},
	});
}
