import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useHasStarted } from '../../lib/store.ts';
import { m } from '../../texts/messages.js';
import { PageTitle, Skeleton } from '../../ui/basics.tsx';

type AuthPageProps = { title: string; description: string; lead: string; takesFocus?: boolean; children: ReactNode };

export function AuthPage({ title, description, lead, takesFocus = false, children }: AuthPageProps) {
	const heading = useFocus<HTMLHeadingElement>(takesFocus);
	return (
		<div className="mx-auto max-w-lg px-4 py-10 sm:py-16">
			<PageTitle description={description}>{title}</PageTitle>
			<h1
				ref={heading}
				tabIndex={takesFocus ? -1 : undefined}
				className="text-3xl font-extrabold tracking-tight text-balance outline-none sm:text-4xl"
			>
				{title}
			</h1>
			<p className="mt-3 text-lg text-balance text-soft">{lead}</p>
			<div className="mt-8">{children}</div>
		</div>
	);
}

export function FormCard({ title, children }: { title?: string; children: ReactNode }) {
	return (
		<section className="rounded-card border border-line bg-card p-5 raised sm:p-6">
			{title && <h2 className="mb-5 text-lg font-bold tracking-tight">{title}</h2>}
			{children}
		</section>
	);
}

/** Content that a prerendered page cannot know. */
export function AfterStart({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
	return useHasStarted() ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder;
}

export function FormPlaceholder({ title, fields }: { title?: string; fields: number }) {
	return (
		<div aria-busy="true">
			<FormCard {...(title && { title })}>
				<span className="sr-only">{m.common_loading()}</span>
				<div aria-hidden="true" className="grid gap-3">
					{Array.from({ length: fields }, (_, field) => (
						<div key={field} className="h-25">
							<Skeleton className="mb-1.5 h-4 w-24" />
							<Skeleton className="h-12 w-full rounded-control" />
						</div>
					))}
					<Skeleton className="h-12 w-full rounded-control" />
				</div>
			</FormCard>
		</div>
	);
}

function useFocus<Focused extends HTMLElement>(isWanted = true) {
	const element = useRef<Focused>(null);
	useEffect(() => {
		if (isWanted) element.current?.focus();
	}, [isWanted]);
	return element;
}

export function Outcome({ title, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) {
	const heading = useFocus<HTMLHeadingElement>();
	return (
		<FormCard>
			<h2 ref={heading} tabIndex={-1} className="text-lg font-bold tracking-tight outline-none">
				{title}
			</h2>
			<div className="mt-2 text-soft break-words">{children}</div>
			{actions && <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">{actions}</div>}
		</FormCard>
	);
}
