import type { ReactNode } from 'react';

export function Card({ children }: { children: ReactNode }) {
	return <div className="grid gap-4 rounded-card border border-line bg-card p-5 raised sm:p-6">{children}</div>;
}
