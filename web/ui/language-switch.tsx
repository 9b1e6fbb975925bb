import { LANGUAGE_COOKIE } from '../../contract/accounts/cookies.ts';
import { language } from '../lib/format/language.ts';

declare const __LANGUAGES__: readonly (readonly [tag: string, name: string])[];

const ONE_YEAR_S = 31_536_000;
const others = __LANGUAGES__.filter(([tag]) => tag !== language);

/** The other languages, by the names that they have in themselves. The server sends the pages of the one that is chosen. */
export function LanguageSwitch({ className }: { className: string }) {
	function choose(tag: string): void {
		// biome-ignore lint/suspicious/noDocumentCookie: the other way of setting one is not in all browsers
		document.cookie = `${LANGUAGE_COOKIE}=${tag};path=/;max-age=${ONE_YEAR_S};samesite=lax`;
		location.reload();
	}
	return others.map(([tag, name]) => (
		<button key={tag} type="button" lang={tag} onClick={() => choose(tag)} className={className}>
			{name}
		</button>
	));
}
