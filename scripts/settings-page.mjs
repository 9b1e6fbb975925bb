// `--check` only says whether docs/settings.md is what the code reads.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settings } from '../server/app/settings.ts';

const PAGE = fileURLToPath(new URL('../docs/settings.md', import.meta.url));
const HEAD = `# Settings

Everything is an environment variable; the defaults are for trying it out. A wrong or missing one stops the start with one line
that lists every problem. What an operator changes while the product runs (caps, switches, walls) is in the admin area instead.
This page is written by \`node scripts/settings-page.mjs\`.

| setting | default | meaning |
|---|---|---|
`;

const page = HEAD + Object.entries(settings).map(row).join('');
if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
else if (readFileSync(PAGE, 'utf8') !== page) {
	console.error('docs/settings.md is not what the code reads. Run: node scripts/settings-page.mjs');
	process.exitCode = 1;
}

function row([name, schema]) {
	return `| \`${name}\` | ${defaultOf(schema)} | ${schema.description} |\n`;
}

function defaultOf(schema) {
	const value = schema.safeParse(undefined).data;
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	return [value ?? ''].flat().join(', ').replaceAll('|', '\\|');
}
