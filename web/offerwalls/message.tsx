import type { ReactNode } from 'react';
import { PageTitle } from '../ui/basics.tsx';

export function Message({ title, text, children }: { title: string; text: string; children: ReactNode }) {
	return (
		<div className="mx-auto grid min-h-[60svh] max-w-md flex-1 content-center justify-items-center gap-4 px-4 py-16 text-center">
			<PageTitle>{title}</PageTitle>
			<h1 className="text-2xl font-bold tracking-tight">{title}</h1>
			<p className="text-soft">{text}</p>
			{children}
		</div>
	);
}
