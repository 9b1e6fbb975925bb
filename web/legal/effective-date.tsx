import { useSyncExternalStore } from 'react';

const never = () => () => {};

function today(): string {
	return new Date().toLocaleDateString('en', { year: 'numeric', month: 'long', day: 'numeric' });
}

/**
 * The reader's current day. A prerendered page cannot know it, so it is filled in after mounting, into room that is kept.
 */
export function EffectiveDate() {
	const date = useSyncExternalStore(never, today, () => '');
	return (
		<p className="min-h-6 text-sm whitespace-nowrap">
			Effective date: <time>{date}</time>
		</p>
	);
}
