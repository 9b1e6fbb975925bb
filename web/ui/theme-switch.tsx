import { m } from '../texts/messages.js';
import { MoonIcon, SunIcon } from './icons.tsx';

/**
 * Changes between light and dark and remembers it. Which icon shows is decided by the style sheet alone, so that a
 * prerendered page is right from its first paint.
 */
export function ThemeSwitch() {
	function change(): void {
		const root = document.documentElement;
		const systemTheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
		const theme = (root.dataset.theme ?? systemTheme) === 'dark' ? 'light' : 'dark';
		root.dataset.theme = theme;
		try {
			localStorage.setItem('theme', theme);
		} catch {
			// Without storage the choice lasts as long as the page.
		}
	}
	return (
		<button
			type="button"
			onClick={change}
			aria-label={m.common_switch_between_light_and_dark()}
			className="grid size-11 place-items-center rounded-full text-soft hover:bg-sunken hover:text-ink"
		>
			<MoonIcon className="size-5 in-dark:hidden" />
			<SunIcon className="hidden size-5 in-dark:block" />
		</button>
	);
}
