import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/basics.tsx';
import { adminPageAt } from '../pages.ts';
import { AdminHeading, HeadingFrame } from '../ui/admin-heading.tsx';

export function Frame({ sidebar, children }: { sidebar: ReactNode; children: ReactNode }) {
	return (
		<div lang="en" dir="ltr" className="wide-page md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
			{sidebar}
			<div className="min-w-0 px-4 py-5 sm:px-6 lg:px-8 lg:py-7">{children}</div>
		</div>
	);
}

/** Prerendered (web/app/openings.tsx), and shown until the user is known. */
export function Opening({ pathname }: { pathname: string }) {
	const page = adminPageAt(pathname);
	if (!page) return null;
	return (
		<Frame sidebar={<div className="h-[3.0625rem] border-line bg-card max-md:border-b md:h-auto md:border-e" />}>
			<div aria-busy="true" className="min-h-svh">
				<HeadingFrame heading={page.heading} lead={page.lead} />
				<Shape />
			</div>
		</Frame>
	);
}

export function Coming({ heading, lead }: { heading: string; lead?: string }) {
	return (
		<div aria-busy="true" className="min-h-svh">
			<AdminHeading heading={heading} lead={lead} />
			<Shape />
		</div>
	);
}

const Shape = () => <Skeleton className="h-64 w-full rounded-card" />;
