import { LANGUAGE_COOKIE } from '../../contract/accounts/cookies.ts';
import { language } from '../lib/format/language.ts';
import { createStore, useStore } from '../lib/store.ts';

declare const __LANGUAGE_NAMES__: readonly (readonly [tag: string, name: string])[];
/** The server fills in the offered ones. */
declare const __LANGUAGES__: string;

const ONE_YEAR_S = 31_536_000;
const offered = __LANGUAGES__.split(',');
const none: typeof __LANGUAGE_NAMES__ = [];
const others = createStore(__LANGUAGE_NAMES__.filter(([tag]) => tag !== language && offered.includes(tag)));

/** Reloads, because the server picks the build by cookie. */
export function LanguageSwitch({ className }: { className: string }) {
	function choose(tag: string): void {
		// biome-ignore lint/suspicious/noDocumentCookie: the other way of setting one is not in all browsers
		document.cookie = `${LANGUAGE_COOKIE}=${tag};path=/;max-age=${ONE_YEAR_S};samesite=lax`;
		location.reload();
	}
	// A prerendered page does not know the offered ones.
	return useStore(others, none).map(([tag, name]) => (
		<button key={tag} type="button" lang={tag} onClick={() => choose(tag)} className={className}>
			{name}
		</button>
	));
}
