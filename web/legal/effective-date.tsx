import { useSyncExternalStore } from 'react';
import { language } from '../lib/format/language.ts';
import { withParts } from '../lib/format/with-parts.tsx';
import { m } from '../texts/messages.js';

const never = () => () => {};

function today(): string {
	return new Date().toLocaleDateString(language, { year: 'numeric', month: 'long', day: 'numeric' });
}

/** The date is filled in after hydration, because prerendered pages cannot know it. */
export function EffectiveDate() {
	const date = useSyncExternalStore(never, today, () => '');
	return (
		<p className="min-h-6 text-sm whitespace-nowrap">
			{withParts(m.legal_effective_date({ date }), { time: (text) => <time>{text}</time> })}
		</p>
	);
}
