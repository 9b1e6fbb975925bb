// `--check` only compares docs/settings.md with the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settingOf, settings, testSettings } from '../server/app/settings.ts';
import { isSiteSetting } from '../server/app/site-settings/site-settings.ts';

const PAGE = fileURLToPath(new URL('../docs/settings.md', import.meta.url));
const TABLE = `
| setting | default | meaning |
|---|---|---|
`;

const brandingNames = Object.values(settingOf);
const own = Object.keys(settings).filter((name) => !brandingNames.includes(name) && !testSettings.includes(name));
const page = `# Settings

Settings are environment variables. The defaults are for trying the product out. The start lists all wrong, weak and missing settings at once.
The admin area changes settings with a * too; a variable wins. \`node scripts/settings-page.mjs\` writes this page.
${TABLE}${own.map(row).join('')}
## Names and links

${TABLE}${brandingNames.map(row).join('')}
## For tests
${TABLE}${testSettings.map(row).join('')}`;
if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
else if (readFileSync(PAGE, 'utf8') !== page) {
	console.error('docs/settings.md is not what the code reads. Run: node scripts/settings-page.mjs');
	process.exitCode = 1;
}

function row(name) {
	const schema = settings[name];
	return `| \`${name}\`${isSiteSetting(name) ? ' *' : ''} | ${defaultOf(schema)} | ${schema.description} |\n`;
}

function defaultOf(schema) {
	const value = schema.safeParse(undefined).data;
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	return [value ?? ''].flat().join(', ').replaceAll('|', '\\|');
}
