import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['contract', 'server', 'web', 'sandbox', 'proof', 'test', 'e2e'];
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

const cli = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs';
const args = [cli, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...FOLDERS];
const { modules, summary } = JSON.parse(cruise());

// Without a TypeScript parser, dependency-cruiser sees nothing and reports success.
const seen = new Set(modules.map(({ source }) => source));
const unseen = globSync(`{${FOLDERS.join(',')}}/**/*.{ts,tsx}`, { cwd: ROOT }).filter((file) => !seen.has(file));

for (const { rule, from, to } of summary.violations) console.error(`${from} imports ${to}: ${rule.name}`);
for (const file of unseen) console.error(`${file} was not looked at`);
console.log(
	`${modules.length} modules, ${summary.totalDependenciesCruised} imports, ${summary.violations.length} forbidden`,
);
if (summary.violations.length > 0 || unseen.length > 0) process.exitCode = 1;

function cruise() {
	// Hides the warning about the unknown TypeScript 7.
	const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX, stdio: ['ignore', 'pipe', 'ignore'] };
	return execFileSync(process.execPath, args, options);
}
