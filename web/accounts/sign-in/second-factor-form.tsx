import { useEffect, useRef, useState } from 'react';
import { m } from '../../texts/messages.js';
import { Field, TextButton } from '../../ui/basics.tsx';
import { AuthError, type SecondFactor } from '../session/auth-requests.ts';
import { useSession } from '../session/session-context.tsx';
import { AuthForm } from './auth-form.tsx';

type SecondFactorFormProps = {
	onDone: () => void;
	/** `reason` is set if the second step timed out. */
	onStartAgain?: (reason?: string) => void;
	isSetUp?: boolean;
};

const request = {
	authenticator: {
		label: m.identity_code_from_your_authenticator_app(),
		hint: m.identity_the_6_digits(),
		input: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 10 },
		other: m.identity_use_a_recovery_code_instead(),
	},
	recovery: {
		label: m.identity_recovery_code(),
		hint: m.identity_one_of_those_you_kept(),
		input: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 40 },
		other: m.identity_use_the_authenticator_app_instead(),
	},
} as const;

export function SecondFactorForm({ onDone, onStartAgain, isSetUp = false }: SecondFactorFormProps) {
	const session = useSession();
	const [kind, setKind] = useState<SecondFactor['kind']>('authenticator');
	const { label, hint, input, other } = request[kind];
	const field = useRef<HTMLInputElement>(null);
	useEffect(() => {
		field.current?.focus();
	}, [kind]);

	async function give(code: string): Promise<void> {
		try {
			await session.giveSecondFactor({ kind, code });
			onDone();
		} catch (error) {
			const isOver = error instanceof AuthError && error.code === 'auth/expired-action-code';
			if (!isOver || !onStartAgain) throw error;
			onStartAgain(error.message);
		}
	}

	return (
		<>
			<AuthForm
				key={kind}
				action={m.common_continue()}
				busy={m.common_checking()}
				check={({ code = '' }) => ({ code: code.trim() ? undefined : m.identity_code_required() })}
				send={({ code = '' }) => give(code.replaceAll(/\s/g, ''))}
				fieldOf={{ 'invalid-verification-code': 'code' }}
			>
				{({ code }) => <Field ref={field} label={label} name="code" required hint={hint} problem={code} {...input} />}
			</AuthForm>
			<p className="mt-4 flex flex-wrap justify-between gap-x-6 text-sm">
				{!isSetUp && (
					<TextButton className="min-h-11" onClick={() => setKind(kind === 'recovery' ? 'authenticator' : 'recovery')}>
						{other}
					</TextButton>
				)}
				{onStartAgain && (
					<TextButton className="min-h-11" onClick={() => onStartAgain()}>
						{m.identity_start_again()}
					</TextButton>
				)}
			</p>
		</>
	);
}
