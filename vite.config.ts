import { resolve } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { ASSETS_FOLDER, placeholder, placeholders as words } from './contract/placeholders.ts';
import { directionOf } from './contract/texts/direction.ts';
import { languages } from './scripts/web/compile-texts.mjs';
import { installable } from './scripts/web/installable.mjs';
import { oneLanguage } from './scripts/web/one-language.mjs';

/** Languages are listed with a capital letter in every language. */
function nameOf(tag: string): string | undefined {
	const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag);
	return name && name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** Excludes the root, whose style sheet would count as every route's own. */
const everyPage =
	/contract\/(limits|pages|money)\.|web\/(app\/(shell|header-frame|visitor|error-page|not-found-page|inline\/before-first-paint)|lib\/(calls\/(clients|use-request)|format\/formats|optional|store)|accounts\/session\/session-context|ui\/(basics|icons|not-found|theme-switch|toast))\b|texts\/registry\./;

const whoSignsIn =
	/contract\/errors\.|web\/(app\/(clients|inline\/request-start)|lib\/calls\/(authorised-fetch|call|data-client|event-stream|first-data|live-stream|refusal|shared-stream)|accounts\/session\/(access-token|age-unknown|auth-requests|session|token-keeper|use-sign-out))\./;

const signedInFrame =
	/node_modules\/@tanstack\/|web\/(app\/(account|navigation|queries|signed-in-area|waiting)|lib\/(application-events|refetch-query|use-history|use-window-event|calls\/use-call-query|format\/use-age)|accounts\/session\/guard|ui\/(time-ago|service-end\/[\w-]+|list\/list-table)|withdrawals\/query-keys)\./;

const ownAccount = /web\/accounts\/account\/own-account\./;

const histories = /web\/ui\/(history\/history-tabs|list\/history-table)\./;

const earn =
	/web\/(offerwalls\/(api|boost-badge|data-notice|earn-strip-frame|offer-columns|use-offerwalls|offers\/(own-device|offer-times|use-offers))|ui\/offers\/[\w-]+)\./;

const withdraw =
	/web\/(withdrawals\/(api|screened-until|use-latest-withdrawal|form\/withdraw-form|history\/(pending-until|withdraw-status))|lib\/format\/failure)\./;

const adminUi =
	/contract\/admin\/lists\.|web\/admin\/(pages|use-admin-query|use-waiting-work|dashboard\/payout-alerts|shell\/[\w-]+|ui\/(admin-heading|forms|local-time|values|view-tabs|tables\/(date-range|use-address-filter)))\.tsx?/;

const adminTables = /web\/admin\/ui\/tables\/data-table\./;

/** Decimal mark, mark of thousands, and whether four digits have one. */
function numberMarksOf(tag: string): [decimal: string, thousands: string, inFour: boolean] {
	const format = new Intl.NumberFormat(tag);
	return [format.format(0.5).charAt(1), format.format(10_000).charAt(2), format.format(1000).length > 4];
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
		__DIRECTION__: JSON.stringify(directionOf(language)),
		__LANGUAGES__: JSON.stringify(placeholder('languages')),
		__LANGUAGE_NAMES__: JSON.stringify(languages().map((tag) => [tag, nameOf(tag)])),
		__NUMBER_MARKS__: JSON.stringify(numberMarksOf(language)),
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
						{
							name: 'framework',
							test: /rolldown\/runtime|node_modules\/(react|react-dom|react-router|scheduler|cookie)\//,
						},
						{ name: 'frame', test: everyPage },
						{ name: 'clients', test: whoSignsIn },
						{ name: 'signed-in', test: signedInFrame },
						{ name: 'own-account', test: ownAccount },
						{ name: 'histories', test: histories },
						{ name: 'earn', test: earn },
						{ name: 'withdraw', test: withdraw },
						{ name: 'admin-ui', test: adminUi },
						{ name: 'admin-tables', test: adminTables },
					],
				},
			},
		},
	},
});
