import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { REASON_LENGTH_MAX } from '../../../../contract/limits.ts';
import { onApplicationEvent } from '../../../lib/application-events.ts';
import type { Call } from '../../../lib/calls/call.ts';
import { useCall } from '../../../lib/calls/clients.tsx';
import { messageOf } from '../../../lib/calls/refusal.ts';
import { Button, Notice } from '../../../ui/basics.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { outcomeUnknown, proposedIn } from '../forms.tsx';
import { KIND_LENGTH_MAX, KindOfReason, reasonIn } from '../kind-of-reason.tsx';

const reasonText = 'Reason';

/** The result shown is `done`, or else the string that `run` resolves to. */
export type Run<Input = Given, Result = ReactNode> =
	| { done: string; run: (given: Input) => Promise<unknown> }
	| { done?: never; run: (given: Input) => Promise<Result> };

/** `signal` aborts when the dialog is closed. `report` shows progress. */
export type Given = {
	call: Call;
	reason: string;
	fields: FormData;
	signal: AbortSignal;
	report: (progress: string) => void;
};

export type Question = {
	consequence: ReactNode;
	tone?: 'danger' | 'primary';
	/** Replaces the default reason field, or omits it. */
	reason?: { label: string; maxLength: number; minLength?: number } | 'none';
	reasonHint?: string;
	children?: ReactNode;
};

type Progress =
	| { kind: 'asking'; problem?: string }
	| { kind: 'working'; text?: string }
	| { kind: 'done'; result: ReactNode };

type ActionDialogProps = Question &
	Run & { isOpen: boolean; title: string; action: string; onClose: () => void; onDone: () => void };

export function ActionDialog({ isOpen, title, onClose, onDone, ...question }: ActionDialogProps) {
	return (
		<Dialog isOpen={isOpen} title={title} onClose={onClose}>
			{isOpen && <ActionForm {...question} onClose={onDone} />}
		</Dialog>
	);
}

function ActionForm({
	consequence,
	action,
	tone,
	reason = { label: reasonText, maxLength: REASON_LENGTH_MAX },
	reasonHint,
	children,
	run,
	done,
	onClose,
}: Question & Run & { action: string; onClose: () => void }) {
	const call = useCall();
	const [progress, setProgress] = useState<Progress>({ kind: 'asking' });
	const form = useRef<HTMLFormElement>(null);
	const first = useRef<HTMLTextAreaElement>(null);
	const doneButton = useRef<HTMLButtonElement>(null);
	const closing = useRef(new AbortController());
	useEffect(() => {
		const closed = new AbortController();
		closing.current = closed;
		return () => closed.abort();
	}, []);
	const isWorking = progress.kind === 'working';
	const hasKind = reason !== 'none' && reason.label === reasonText;
	// The dialog opens before its form exists, so the browser cannot focus it.
	useEffect(() => form.current?.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus(), []);
	useEffect(() => onApplicationEvent('second-factor-given', () => form.current?.requestSubmit()), []);
	useEffect(() => {
		if (progress.kind === 'done') doneButton.current?.focus();
	}, [progress]);

	const report = (text: string) => setProgress({ kind: 'working', text });

	async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
		event.preventDefault();
		if (isWorking) return;
		const fields = new FormData(event.currentTarget);
		const invalid = event.currentTarget.querySelector<HTMLInputElement>('input:invalid, select:invalid');
		if (invalid) {
			setProgress({ kind: 'asking', problem: `${invalid.labels?.[0]?.textContent}: ${invalid.validationMessage}` });
			invalid.focus();
			return;
		}
		const given = reasonIn(fields);
		const missing = reason === 'none' ? undefined : problemOf(given, reason);
		if (missing) {
			setProgress({ kind: 'asking', problem: missing });
			first.current?.focus();
			return;
		}
		setProgress({ kind: 'working' });
		try {
			const outcome = await run({ call, reason: given, fields, signal: closing.current.signal, report });
			setProgress({ kind: 'done', result: proposedIn(outcome) ?? done ?? (outcome as ReactNode) });
		} catch (error) {
			setProgress({ kind: 'asking', problem: messageOf(error, outcomeUnknown) });
		}
	}

	if (progress.kind === 'done') {
		return (
			<div className="mt-4 grid gap-5">
				<Notice tone="success">{progress.result}</Notice>
				<Button ref={doneButton} onClick={onClose}>
					Done
				</Button>
			</div>
		);
	}
	return (
		<form ref={form} onSubmit={submit} noValidate className="mt-3 grid gap-4">
			<div className="text-soft">{consequence}</div>
			{children}
			{reason !== 'none' && (
				<div>
					<TextArea
						ref={first}
						label={reason.label}
						hint={reasonHint}
						name="reason"
						rows={3}
						required
						maxLength={hasKind ? reason.maxLength - KIND_LENGTH_MAX : reason.maxLength}
					/>
					{hasKind && <KindOfReason />}
				</div>
			)}
			<div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap justify-end gap-2 bg-card px-6 pt-2 pb-6">
				{progress.kind === 'asking' && progress.problem && (
					<div className="w-full">
						<Notice tone="error">{progress.problem}</Notice>
					</div>
				)}
				{progress.kind === 'working' && progress.text && (
					<p role="status" className="w-full text-sm text-soft">
						{progress.text}
					</p>
				)}
				<Button look="quiet" onClick={onClose}>
					Cancel
				</Button>
				<Button type="submit" look={tone ?? 'primary'} aria-disabled={isWorking}>
					{isWorking ? 'Working…' : action}
				</Button>
			</div>
		</form>
	);
}

function problemOf(given: string, { label, minLength = 1 }: { label: string; minLength?: number }): string | undefined {
	if (!given) return label === reasonText ? 'Enter a reason or choose a reason type.' : `${label} is required.`;
	return given.length < minLength ? `${label}: enter at least ${minLength} characters.` : undefined;
}
