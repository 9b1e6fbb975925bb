import { m } from '../texts/messages.js';
import { Icon, type IconProps } from './icon.tsx';

/** The style sheet alone decides which icon shows, so that a prerendered page is right from its first paint. */
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

function SunIcon(props: IconProps) {
	return (
		<Icon {...props}>
			<circle cx="12" cy="12" r="4" />
			<path d="M12 3v1.500M12 19.500V21M3 12h1.500M19.500 12H21M5.600 5.600l1.100 1.100M17.300 17.300l1.100 1.100M5.600 18.400l1.100-1.100M17.300 6.700l1.100-1.100" />
		</Icon>
	);
}

function MoonIcon(props: IconProps) {
	return (
		<Icon {...props}>
			<path d="M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500Z" />
		</Icon>
	);
}
