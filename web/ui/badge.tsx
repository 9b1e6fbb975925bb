import type { ReactNode } from 'react';

const looks = {
	plain: 'bg-sunken text-soft',
	good: 'bg-tint text-accent',
	waiting: 'bg-warn-tint text-warn',
	bad: 'bg-danger-tint text-danger',
};

export type BadgeTone = keyof typeof looks;

export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
	return (
		<span className={`inline-block rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap ${looks[tone]}`}>
			{children}
		</span>
	);
}
