import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { folderOfPage } from '../../contract/pages.ts';
import { ASSETS_FOLDER } from '../../contract/placeholders.ts';
import { fetchScriptsAfterPaint, fetchScriptsGently } from './paint-first.mjs';
import { filesOfPages } from './web-budget.mjs';

/** Served for every address that is not prerendered. */
const FALLBACK = '__spa-fallback.html';
const PAGE = 'index.html';
const OPENINGS = /<section hidden="" data-opening="([^"]+)" data-title="([^"]*)">(.*?)<\/section>/gs;

/** The router alone builds an empty frame; this adds the title, the heading and preload links. */
export async function preloadPages(folder) {
	await changePages(folder, fetchScriptsAfterPaint);
	await shortenManifest(join(folder, ASSETS_FOLDER));
	const everyOpening = await readFile(join(folder, FALLBACK), 'utf8');
	const openings = [...everyOpening.matchAll(OPENINGS)];
	const fallback = everyOpening.replace(OPENINGS, '');
	const filesOf = new Map(filesOfPages(folder).map(({ path, files }) => [path, files]));
	for (const path of filesOf.keys()) {
		if (path && !openings.some(([, own]) => own === path))
			throw new Error(`web/app/openings.tsx does not say how ${path} begins`);
	}
	for (const [, path, title, html] of openings) {
		const links = (filesOf.get(path) ?? []).filter((file) => !fallback.includes(file)).map(linkTo);
		const page = fallback
			.replace('</head>', () => `<title>${title}</title>${links.join('')}</head>`)
			.replace('</main>', () => `${html}</main>`);
		const own = path === '*' ? folder : join(folder, folderOfPage(path));
		await mkdir(own, { recursive: true });
		await writeFile(join(own, path === '*' ? FALLBACK : PAGE), fetchScriptsGently(page));
	}
}

/** React Router uses imports only to write links into prerendered pages. An absent flag is false. */
async function shortenManifest(assets) {
	for (const name of await readdir(assets)) {
		if (!name.startsWith('manifest-')) continue;
		const text = await readFile(join(assets, name), 'utf8');
		const short = text.replaceAll(/"imports":\[[^\]]*\]/g, '"imports":[]').replaceAll(/"has\w+":false,/g, '');
		await writeFile(join(assets, name), short);
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
