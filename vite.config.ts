import { resolve } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { ASSETS_FOLDER, placeholder, placeholders as words } from './contract/placeholders.ts';
import { languages } from './scripts/web/compile-texts.mjs';
import { installable } from './scripts/web/installable.mjs';
import { oneLanguage } from './scripts/web/one-language.mjs';

function nameOf(tag: string): string | undefined {
	return new Intl.DisplayNames(tag, { type: 'language' }).of(tag);
}

/** Excludes the root, whose style sheet would count as every route's own. */
const everyPage =
	/contract\/(limits|pages)\.|web\/(app\/(shell|header-frame|visitor|error-page|not-found-page|inline\/before-first-paint)|lib\/(calls\/clients|format\/(language|with-parts|branding)|optional|store)|accounts\/session\/session-context|ui\/(button|language-switch|not-found|page-title|skeleton|theme-switch|toast))\b/;

const whoSignsIn =
	/contract\/errors\.|web\/(app\/clients|lib\/calls\/(authorised-fetch|call|data-client|event-stream|live-stream|refusal|shared-stream)|accounts\/session\/(access-token|age-unknown|auth-requests|session|token-keeper|use-sign-out))\./;

const signedInFrame =
	/web\/(app\/(account|signed-in-area|user-menu|waiting)|lib\/application-events|accounts\/profile\/(live-balance|username-dialog-opener))\./;

/** Small modules of most admin pages: fewer chunks make the map of chunks smaller. */
const adminUi =
	/web\/admin\/(use-admin-query|use-waiting-work|ui\/(amount|days|dollars|exact-time|figure-link|local-time|retry-notice|user-link|view-tabs))\./;

function decimalMarkOf(tag: string): string {
	return new Intl.NumberFormat(tag).format(0.5).charAt(1);
}

const language = process.env.WEB_LANGUAGE ?? 'en';
const texts = resolve(import.meta.dirname, process.env.WEB_BUILD_DIRECTORY ?? 'build', 'texts');

export default defineConfig({
	publicDir: 'web/public',
	plugins: [
		oneLanguage({ language, words, folder: texts }),
		installable({ language, words }),
		tailwindcss(),
		reactRouter(),
	],
	define: {
		__BRANDING__: JSON.stringify(words),
		__LANGUAGE__: JSON.stringify(language),
		__LANGUAGES__: JSON.stringify(languages().map((tag) => [tag, nameOf(tag)])),
		__DECIMAL_MARK__: JSON.stringify(decimalMarkOf(language)),
		__PUBLIC_URL__: JSON.stringify(placeholder('publicUrl')),
		__ADMIN_BANNER__: JSON.stringify(placeholder('adminBanner')),
		__PAPER_COLOURS__: JSON.stringify([placeholder('paperLight'), placeholder('paperDark')]),
	},
	build: {
		assetsDir: ASSETS_FOLDER,
		// Oldest browsers with popover, native dialog and light-dark(), which have no fallback.
		target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
		assetsInlineLimit: 0,
		rolldownOptions: {
			output: {
				// Text that loads together compresses better together.
				codeSplitting: {
					groups: [
						{ name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler|cookie)\// },
						{ name: 'frame', test: everyPage },
						{ name: 'icons', test: /ui\/icons\./ },
						// A group includes its imports. Pages without the later groups need this one.
						{ name: 'amount', test: /contract\/money\.|web\/lib\/(format\/(amount|moment)|calls\/use-request)\./ },
						{ name: 'clients', test: whoSignsIn },
						{ name: 'signed-in', test: signedInFrame },
						{ name: 'queries', test: /node_modules\/@tanstack\/|use-call-query/ },
						{ name: 'notice', test: /web\/ui\/(badge|notice|notices\/retry-notice)\./ },
						{
							name: 'admin-ui',
							test: adminUi,
						},
					],
				},
			},
		},
	},
});
