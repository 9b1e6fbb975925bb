import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { brand, words } from '../lib/format/formats.ts';
import { ThemeSwitch } from '../ui/theme-switch.tsx';

type HeaderFrameProps = {
	logoTo: string;
	navigation?: ReactNode;
	/** On phones the account menu switches the theme, so that the bell has room. */
	hasAccount?: boolean;
	children?: ReactNode;
};

export function HeaderFrame({ logoTo, navigation, hasAccount, children }: HeaderFrameProps) {
	return (
		<header className="sticky top-0 z-10 border-b border-line bg-paper">
			<div className="mx-auto flex min-h-16 max-w-(--page) flex-wrap items-center gap-x-2 px-4 sm:px-6 lg:gap-x-5">
				<Link
					to={logoTo}
					aria-label={brand}
					className="logo -ms-1 flex min-h-11 items-center gap-1 rounded-md px-1 text-xl font-extrabold tracking-tight"
				>
					<span>{words.brandFirst}</span>
					<span className="logo-pass bg-stub px-2 py-0.5 text-on-stub sm:px-3">{words.brandSecond}</span>
				</Link>
				{navigation}
				<div className="flex min-h-11 flex-1 flex-wrap items-center justify-end sm:gap-2">
					{children}
					<ThemeSwitch className={hasAccount ? 'max-sm:hidden' : ''} />
				</div>
			</div>
		</header>
	);
}
