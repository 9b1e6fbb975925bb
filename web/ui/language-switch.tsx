import { useSyncExternalStore } from 'react';
import { LANGUAGE_COOKIE } from '../../contract/accounts/cookies.ts';
import { language } from '../lib/format/language.ts';

declare const __LANGUAGE_NAMES__: readonly (readonly [tag: string, name: string])[];
/** The server fills in the offered ones. */
declare const __LANGUAGES__: string;

const ONE_YEAR_S = 31_536_000;
const offered = __LANGUAGES__.split(',');
const none: typeof __LANGUAGE_NAMES__ = [];
const others = __LANGUAGE_NAMES__.filter(([tag]) => tag !== language && offered.includes(tag));

const neverChanges = () => () => {};

/** Reloads, because the server picks the build by cookie. */
export function LanguageSwitch({ className }: { className: string }) {
	function choose(tag: string): void {
		// biome-ignore lint/suspicious/noDocumentCookie: the other way of setting one is not in all browsers
		document.cookie = `${LANGUAGE_COOKIE}=${tag};path=/;max-age=${ONE_YEAR_S};samesite=lax`;
		location.reload();
	}
	// A prerendered page does not know the offered ones.
	const shown = useSyncExternalStore(
		neverChanges,
		() => others,
		() => none,
	);
	return shown.map(([tag, name]) => (
		<button key={tag} type="button" lang={tag} onClick={() => choose(tag)} className={className}>
			{name}
		</button>
	));
}
