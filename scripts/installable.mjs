import { textsOf } from './compile-texts.mjs';

/**
 * A Vite plugin that adds what makes the site an app: a manifest in the language of the build.
 *
 * @param {{ language: string, words: import('../contract/words.ts').Words }} options
 * @returns {import('vite').Plugin}
 */
export function installable({ language, words }) {
	return {
		name: 'installable',
		apply: 'build',
		applyToEnvironment: ({ name }) => name === 'client',
		generateBundle() {
			const source = JSON.stringify(manifest(language, words));
			this.emitFile({ type: 'asset', fileName: `app-${language}.webmanifest`, source });
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
		start_url: '/withdraw',
		scope: '/',
		display: 'standalone',
		background_color: '#f6f5f0',
		theme_color: '#0a6b4b',
		// Everything that matters is within the circle that is left of a masked icon.
		icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
	};
}
