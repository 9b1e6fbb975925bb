import type { ReactNode } from 'react';
import { language } from '../lib/format/formats.ts';
import { useHasStarted } from '../lib/store.ts';
import { m } from '../texts/messages.js';
import { withParts } from '../ui/basics.tsx';

export function LegalPage({ title, isUndated, children }: { title: string; isUndated?: boolean; children: ReactNode }) {
	return (
		<article className="legal-text mx-auto max-w-2xl px-4 py-10 sm:px-6 sm:py-16">
			<h1 className="text-3xl font-extrabold tracking-tight sm:text-4xl">{title}</h1>
			{!isUndated && <EffectiveDate />}
			{language !== 'en' && <p className="min-h-6 text-sm">{m.legal_english_binds()}</p>}
			{children}
		</article>
	);
}

const today = (): string => new Date().toLocaleDateString(language, { year: 'numeric', month: 'long', day: 'numeric' });

function EffectiveDate() {
	const date = useHasStarted() ? today() : '';
	return (
		<p className="min-h-6 text-sm">
			{withParts(m.legal_effective_date({ date }), { time: (text) => <time>{text}</time> })}
		</p>
	);
}
