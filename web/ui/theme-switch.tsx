import { m } from '../texts/messages.js';
import { Icon, type IconProps } from './icons.tsx';

export function switchTheme(): void {
	const root = document.documentElement;
	const systemTheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
	const theme = (root.dataset.theme ?? systemTheme) === 'dark' ? 'light' : 'dark';
	root.dataset.theme = theme;
	try {
		localStorage.setItem('theme', theme);
	} catch {}
}

/** CSS alone picks the icon, so that a prerendered page is correct at first paint. */
export function ThemeSwitch({ className }: { className: string }) {
	return (
		<button
			type="button"
			onClick={switchTheme}
			aria-label={m.common_switch_between_light_and_dark()}
			className={`grid size-11 place-items-center rounded-full text-soft hover:bg-sunken hover:text-ink ${className}`}
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
			<path d="M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1" />
		</Icon>
	);
}

function MoonIcon(props: IconProps) {
	return (
		<Icon {...props}>
			<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z" />
		</Icon>
	);
}
