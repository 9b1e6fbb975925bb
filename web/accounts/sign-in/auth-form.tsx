import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { AuthErrorSlug } from '../../../contract/errors.ts';
import { messageOf } from '../../lib/calls/refusal.ts';
import { m } from '../../texts/messages.js';
import { Button, Field, Notice } from '../../ui/basics.tsx';
import { InView } from '../../ui/fields/in-view.tsx';

export function EmailField(props: Omit<Partial<ComponentProps<typeof Field>>, 'type' | 'name'>) {
	return (
		<Field
			label={m.identity_e_mail_address()}
			name="email"
			type="email"
			inputMode="email"
			autoComplete="username"
			autoCapitalize="none"
			spellCheck={false}
			required
			{...props}
		/>
	);
}

export function emailProblem(form: HTMLFormElement): string | undefined {
	const field = form.elements.namedItem('email') as HTMLInputElement;
	if (field.value.trim() === '') return m.identity_email_required();
	return field.validity.typeMismatch ? m.refusal_auth_invalid_email() : undefined;
}

export type Values = Record<string, string>;
type Problems = Partial<Record<string, string>>;

type AuthFormProps = {
	action: string;
	busy: string;
	check?: (values: Values, form: HTMLFormElement) => Problems;
	/** The form stays busy after this resolves, because the next view replaces it. */
	send: (values: Values) => Promise<void>;
	fieldOf?: Partial<Record<AuthErrorSlug, string>>;
	children?: (problems: Problems) => ReactNode;
};

type Progress = { isBusy: boolean; problems: Problems; refusal: string | undefined };

const idle: Progress = { isBusy: false, problems: {}, refusal: undefined };

/** A real form element, for password managers. The first invalid field gets the focus. */
export function AuthForm({ action, busy, check = () => ({}), send, fieldOf = {}, children }: AuthFormProps) {
	const [{ isBusy, problems, refusal }, setProgress] = useState(idle);
	const [refusals, countRefusals] = useState(0);
	const form = useRef<HTMLFormElement>(null);
	/** A ref, because state updates too late for a double click. */
	const isSending = useRef(false);

	useEffect(() => {
		// Focus after painting, so that screen readers find the error text.
		if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
	}, [refusals]);

	function refuse(wrong: Problems, sentence?: string): void {
		setProgress({ isBusy: false, problems: wrong, refusal: sentence });
		countRefusals((count) => count + 1);
	}

	async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
		event.preventDefault();
		if (isSending.current) return;
		const fields = new FormData(event.currentTarget);
		const values = Object.fromEntries([...fields].map(([name, value]) => [name, String(value)]));
		const wrong = check(values, event.currentTarget);
		if (Object.values(wrong).some(Boolean)) return refuse(wrong);
		isSending.current = true;
		setProgress({ ...idle, isBusy: true });
		try {
			await send(values);
		} catch (error) {
			isSending.current = false;
			const sentence = messageOf(error, m.refusal_auth_internal_error());
			const field = fieldOf[slugOf(error)];
			if (field) refuse({ [field]: sentence });
			else refuse({}, sentence);
		}
	}

	function forgetProblem({ target }: FormEvent<HTMLFormElement>): void {
		const field = target as HTMLInputElement;
		const { name } = field.closest('fieldset') ?? field;
		if (problems[name])
			setProgress((progress) => ({ ...progress, problems: { ...progress.problems, [name]: undefined } }));
	}

	return (
		<form ref={form} method="post" noValidate onSubmit={submit} onInput={forgetProblem} className="grid gap-3">
			{children?.(problems)}
			{/* A disabled button would lose the focus. */}
			<Button type="submit" aria-disabled={isBusy || undefined}>
				{isBusy ? busy : action}
			</Button>
			{refusal && (
				<InView>
					<Notice tone="error">{refusal}</Notice>
				</InView>
			)}
		</form>
	);
}

function slugOf(error: unknown): AuthErrorSlug {
	const code = error instanceof Error && 'code' in error ? String(error.code) : '';
	return code.replace('auth/', '') as AuthErrorSlug;
}
