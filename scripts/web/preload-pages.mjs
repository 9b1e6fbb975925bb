import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { folderOfPage } from '../../contract/pages.ts';
import { ASSETS_FOLDER } from '../../contract/placeholders.ts';
import { fetchScriptsAfterPaint, fetchScriptsGently } from './paint-first.mjs';
import { filesOfPages } from './web-budget.mjs';

/** The page for every address that is not prerendered. The router's build makes it. */
const FALLBACK = '__spa-fallback.html';
const PAGE = 'index.html';
/** How each page begins (`web/app/openings.tsx`), all of them in that one page. */
const OPENINGS = /<section hidden="" data-opening="([^"]+)">(.*?)<\/section>/gs;

/**
 * Each page of a signed-in person becomes the fallback page with its heading and with links to what it will load. The router builds
 * one page for all of them, an empty frame until a chain of scripts has run.
 */
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

/** A style sheet is only fetched: a browser complains of one that was preloaded for nothing when somebody is sent away. */
function linkTo(file) {
	return `<link rel="${file.endsWith('.js') ? 'modulepreload' : 'prefetch'}" href="/${ASSETS_FOLDER}/${file}"/>`;
}

async function changePages(folder, change) {
	const names = await readdir(folder, { recursive: true });
	for (const file of names.filter((name) => basename(name) === PAGE).map((name) => join(folder, name))) {
		await writeFile(file, change(await readFile(file, 'utf8')));
	}
}
