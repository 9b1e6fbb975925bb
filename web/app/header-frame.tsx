import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { brand, words } from '../lib/format/branding.ts';
import { ThemeSwitch } from '../ui/theme-switch.tsx';

export function HeaderFrame({ logoTo, children }: { logoTo: string; children?: ReactNode }) {
	return (
		<header className="sticky top-0 z-10 border-b border-line bg-paper">
			<div className="mx-auto flex h-16 max-w-(--page) items-center gap-2 px-4 sm:px-6">
				<Link
					to={logoTo}
					aria-label={brand}
					className="-ml-1 flex min-h-11 items-center gap-1 rounded-md px-1 text-xl font-extrabold tracking-tight"
				>
					<span>{words.brandFirst}</span>
					<span className="logo-pass bg-stub px-3 py-0.5 text-on-stub">{words.brandSecond}</span>
				</Link>
				<div className="flex min-h-11 flex-1 items-center justify-end gap-1 sm:gap-2">
					{children}
					<ThemeSwitch />
				</div>
			</div>
		</header>
	);
}
