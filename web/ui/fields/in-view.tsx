import type { ReactNode } from 'react';

/** Moves no focus. */
export function InView({ children }: { children: ReactNode }) {
	return <div ref={bringIntoView}>{children}</div>;
}

function bringIntoView(outcome: HTMLElement | null): void {
	outcome?.scrollIntoView({ block: 'nearest' });
}
