import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { folderOfPage } from '../../contract/pages.ts';
import { ASSETS_FOLDER } from '../../contract/placeholders.ts';
import { fetchScriptsAfterPaint, fetchScriptsGently } from './paint-first.mjs';
import { filesOfPages } from './web-budget.mjs';

/** Served for every address that is not prerendered. */
const FALLBACK = '__spa-fallback.html';
const PAGE = 'index.html';
const OPENINGS = /<section hidden="" data-opening="([^"]+)">(.*?)<\/section>/gs;

/** The router alone builds an empty frame; this adds the heading and preload links. */
export async function preloadPages(folder) {
	await changePages(folder, fetchScriptsAfterPaint);
	const everyOpening = await readFile(join(folder, FALLBACK), 'utf8');
	const openings = new Map([...everyOpening.matchAll(OPENINGS)].map(([, path, html]) => [path, html]));
	const fallback = everyOpening.replace(OPENINGS, '');
	await writeFile(join(folder, FALLBACK), fetchScriptsGently(fallback));
	for (const { path, files } of filesOfPages(folder)) {
		if (!path) continue;
		const opening = openings.get(path);
		if (opening === undefined) throw new Error(`web/app/openings.tsx does not say how ${path} begins`);
		const links = files.filter((file) => !fallback.includes(file)).map(linkTo);
		const page = fallback
			.replace('</head>', () => `${links.join('')}</head>`)
			.replace('</main>', () => `${opening}</main>`);
		const own = join(folder, folderOfPage(path));
		await mkdir(own, { recursive: true });
		await writeFile(join(own, PAGE), fetchScriptsGently(page));
	}
}

/** Browsers warn about a preloaded style sheet that a redirect leaves unused. */
function linkTo(file) {
	return `<link rel="${file.endsWith('.js') ? 'modulepreload' : 'prefetch'}" href="/${ASSETS_FOLDER}/${file}"/>`;
}

async function changePages(folder, change) {
	const names = await readdir(folder, { recursive: true });
	for (const file of names.filter((name) => basename(name) === PAGE).map((name) => join(folder, name))) {
		await writeFile(file, change(await readFile(file, 'utf8')));
	}
}
