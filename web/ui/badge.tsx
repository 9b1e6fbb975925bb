import type { ReactNode } from 'react';

const looks = {
	plain: 'bg-sunken text-soft',
	good: 'bg-tint text-accent',
	waiting: 'bg-warn-tint text-warn',
	bad: 'bg-danger-tint text-danger',
};

export type BadgeTone = keyof typeof looks;

export function Badge({ tone, wraps, children }: { tone: BadgeTone; wraps?: true; children: ReactNode }) {
	const shape = wraps ? 'rounded-control' : 'rounded-full whitespace-nowrap';
	return <span className={`inline-block px-2.5 py-0.5 text-xs font-semibold ${shape} ${looks[tone]}`}>{children}</span>;
}
