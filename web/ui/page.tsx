import type { ReactNode } from 'react';
import { PageHeading } from './page-heading.tsx';
import { PageTitle } from './page-title.tsx';

type PageProps = {
	title: string;
	lead: string;
	next?: { to: string; label: string };
	className?: string;
	children: ReactNode;
};

export function Page({ title, className = 'max-w-5xl', children, ...heading }: PageProps) {
	return (
		<div className={`mx-auto px-4 py-8 sm:px-6 sm:py-12 ${className}`}>
			<PageTitle description={heading.lead}>{title}</PageTitle>
			<PageHeading {...heading}>{title}</PageHeading>
			{children}
		</div>
	);
}
