import type { ReactNode } from 'react';
import { EffectiveDate } from './effective-date.tsx';

export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
	return (
		<article className="legal-text mx-auto max-w-2xl px-4 py-10 sm:px-6 sm:py-16">
			<h1 className="text-3xl font-extrabold tracking-tight sm:text-4xl">{title}</h1>
			<EffectiveDate />
			{children}
		</article>
	);
}
