import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { m } from '../../texts/messages.js';
import { Button } from '../../ui/basics.tsx';

type AccountSectionProps = { id: string; title: string; lead: string; children: ReactNode };

export function AccountSection({ id, title, lead, children }: AccountSectionProps) {
	const section = useRef<HTMLElement>(null);
	const { hash } = useLocation();
	useEffect(() => {
		if (hash === `#${id}`) section.current?.scrollIntoView();
	}, [hash, id]);
	return (
		<section
			ref={section}
			id={id}
			aria-labelledby={`${id}-title`}
			className="grid scroll-mt-24 gap-x-8 gap-y-4 border-t border-line py-8 md:grid-cols-[2fr_5fr]"
		>
			<div>
				<h2 id={`${id}-title`} tabIndex={-1} className="scroll-mt-24 text-lg font-bold tracking-tight">
					{title}
				</h2>
				<p className="mt-1 text-sm text-soft">{lead}</p>
			</div>
			<div className="grid min-w-0 content-start gap-5 rounded-card border border-line bg-card p-5 raised sm:p-6">
				{children}
			</div>
		</section>
	);
}

export function focusSection(id: string): void {
	document.getElementById(`${id}-title`)?.focus();
}

export function Fact({ label, action, children }: { label: ReactNode; action?: ReactNode; children: ReactNode }) {
	return (
		<div className="flex items-center justify-between gap-x-4 gap-y-3 max-sm:flex-wrap">
			<div className="min-w-0">
				<p className="text-sm text-soft">{label}</p>
				<div className="mt-0.5 font-semibold [overflow-wrap:anywhere]">{children}</div>
			</div>
			{action}
		</div>
	);
}

type ChangeProps = { isOpen: boolean; onToggle: () => void; label: string; isDisabled?: boolean };

export function ChangeButton({ isOpen, onToggle, label, isDisabled }: ChangeProps) {
	return (
		<Button look="quiet" className="min-h-11 shrink-0" aria-expanded={isOpen} disabled={isDisabled} onClick={onToggle}>
			{isOpen ? m.common_cancel() : label}
		</Button>
	);
}

export function ChangeForm({ children }: { children: ReactNode }) {
	const form = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const opener = document.activeElement;
		form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus();
		return () => {
			if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
		};
	}, []);
	return (
		<div ref={form} className="border-t border-line pt-5">
			<div className="max-w-md">{children}</div>
		</div>
	);
}
