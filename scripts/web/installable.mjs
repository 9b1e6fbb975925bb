import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { placeholder } from '../../contract/placeholders.ts';
import { directionOf } from '../../contract/texts/direction.ts';
import { textsOf } from './compile-texts.mjs';

const WORKER = fileURLToPath(new URL('../../web/service-worker.js', import.meta.url));
const STYLE = fileURLToPath(new URL('../../web/offline.css', import.meta.url));

/** @returns {import('vite').Plugin} */
export function installable({ language, words }) {
	return {
		name: 'installable',
		apply: 'build',
		applyToEnvironment: ({ name }) => name === 'client',
		generateBundle() {
			const add = (fileName, source) => this.emitFile({ type: 'asset', fileName, source });
			const [worker, style] = [WORKER, STYLE].map((file) => readFileSync(file, 'utf8'));
			add(`app-${language}.webmanifest`, JSON.stringify(manifest(language, words)));
			add(`offline-${language}.html`, offlinePage(language, words));
			add('offline.css', style);
			add('service-worker.js', worker.replace('__VERSION__', placeholder('version')));
		},
	};
}

function manifest(language, words) {
	const brand = words.brandFirst + words.brandSecond;
	const icon = (size, purpose) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose });
	return {
		id: '/',
		name: brand,
		short_name: brand,
		description: textsOf(language, words).home_earn_currency_with_offers,
		lang: language,
		dir: directionOf(language),
		start_url: '/withdraw',
		scope: '/',
		display: 'standalone',
		background_color: placeholder('paperLight'),
		theme_color: placeholder('accentLight'),
		icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
	};
}

/** Needs only its own style sheet, because nothing else may be loadable. */
function offlinePage(language, words) {
	const texts = textsOf(language, words);
	const lines = [
		'<!DOCTYPE html>',
		`<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">`,
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		`<title>${escaped(texts.app_no_connection)}</title><link rel="stylesheet" href="/offline.css"></head>`,
		`<body><main><h1>${escaped(texts.app_no_connection)}</h1><p>${escaped(texts.app_offline_page)}</p>`,
		`<a href="">${escaped(texts.common_try_again)}</a></main></body></html>`,
	];
	return `${lines.join('\n')}\n`;
}

function escaped(text) {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
