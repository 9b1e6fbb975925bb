// `--check` only says whether docs/settings.md is what the code reads.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brandingNames, settings, testSettings } from '../server/app/settings.ts';

const PAGE = fileURLToPath(new URL('../docs/settings.md', import.meta.url));
const TABLE = `
| setting | default | meaning |
|---|---|---|
`;

const own = Object.keys(settings).filter((name) => !brandingNames.includes(name) && !testSettings.includes(name));
const page = `# Settings

Everything a deployment needs is an environment variable; the defaults are for trying the product out. A wrong or missing setting stops
the start with one line that lists every problem. Caps, switches, rates and offerwalls are changed in the admin area while the product runs.
This page is written by \`node scripts/settings-page.mjs\`.
${TABLE}${own.map(row).join('')}
## Names and links

\`BRANDING_FILE\` holds them all ([operations](operations.md#branding)). An environment variable of one of these names wins over the file.
${TABLE}${brandingNames.map(row).join('')}
## For tests

Only tests and the sandbox need these.
${TABLE}${testSettings.map(row).join('')}`;
if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
else if (readFileSync(PAGE, 'utf8') !== page) {
	console.error('docs/settings.md is not what the code reads. Run: node scripts/settings-page.mjs');
	process.exitCode = 1;
}

function row(name) {
	const schema = settings[name];
	return `| \`${name}\` | ${defaultOf(schema)} | ${schema.description} |\n`;
}

function defaultOf(schema) {
	const value = schema.safeParse(undefined).data;
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	return [value ?? ''].flat().join(', ').replaceAll('|', '\\|');
}
