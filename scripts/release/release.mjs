// npm run release -- VERSION. Uploads nothing. RELEASE_KEY names the file of the key that signs.
import { execFileSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWebIfStale } from '../web/build-web.mjs';
import { languages } from '../web/compile-texts.mjs';
import { makeRelease } from './make-release.mjs';
import { thirdPartyNotices } from './notices.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

try {
	const { files, version } = await makeRelease({
		root: ROOT,
		version: process.argv[2],
		secretFile: process.env.RELEASE_KEY || join(homedir(), '.config/lootpass/release-key.pem'),
		notices: () => thirdPartyNotices(ROOT),
		build: () => buildWebIfStale({ languages: languages(), log: console.log }),
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
