// npm run outdated: lists pinned versions with a newer release. The tag `latest` is not enough: it may name an older line.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const AT_ONCE = 4;
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
	readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const waiting = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
let isOutdated = false;

await Promise.all(Array.from({ length: AT_ONCE }, work));
process.exitCode = isOutdated ? 1 : 0;

async function work() {
	for (let next = waiting.shift(); next; next = waiting.shift()) {
		const [name, pinned] = next;
		const { stdout } = await promisify(execFile)('npm', ['view', name, 'versions', '--json'], { maxBuffer: 2 ** 26 });
		const newer = [JSON.parse(stdout)].flat().filter((version) => isStable(version) && compare(version, pinned) > 0);
		const [newest] = newer.sort(compare).slice(-1);
		const [sameMajor] = newer.filter((version) => version.split('.')[0] === pinned.split('.')[0]).slice(-1);
		if (!newest) continue;
		isOutdated = true;
		console.log(`${name} ${pinned}: ${[...new Set([sameMajor, newest])].filter(Boolean).join(', ')}`);
	}
}

function isStable(version) {
	return /^\d+\.\d+\.\d+$/.test(version);
}

function compare(one, other) {
	const [a, b] = [one, other].map((version) => version.split(/[.-]/).map(Number));
	return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
