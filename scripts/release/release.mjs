// npm run release -- VERSION. Uploads nothing.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildWebIfStale } from '../web/build-web.mjs';
import { makeRelease } from './make-release.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

try {
	const { files, version } = await makeRelease({
		root: ROOT,
		version: process.argv[2],
		build: () => buildWebIfStale({ log: console.log }),
		describe: () =>
			execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'], {
				cwd: ROOT,
				maxBuffer: 64 * 1024 * 1024,
				stdio: ['ignore', 'pipe', 'inherit'],
			}),
	});
	for (const file of files) console.log(file);
	console.log(`Committed and tagged v${version} here. Nothing was pushed: look at it first.`);
} catch (error) {
	console.error(error.message);
	process.exitCode = 1;
}
