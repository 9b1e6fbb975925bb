import { useState } from 'react';
import { m } from '../../texts/messages.js';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TallLink } from '../../ui/text-link.tsx';
import { AuthError } from '../session/auth-requests.ts';
import { useSession } from '../session/session-context.tsx';
import { useWays } from '../session/site-facts.ts';
import { AuthForm } from './auth-form.tsx';
import { EmailField, emailProblem } from './email-field.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

type SignInFormProps = {
	email: string | undefined;
	reason: string | undefined;
	onStart: () => void;
	onRefused: () => void;
	onDone: () => void;
};

export function SignInForm({ email, reason, onStart, onRefused, onDone }: SignInFormProps) {
	const session = useSession();
	const { mail } = useWays();
	const [step, setStep] = useState<'password' | 'second-factor'>('password');
	const [message, setMessage] = useState(reason);
	const [isBanned, setBanned] = useState(false);

	async function signIn(typedEmail: string, password: string): Promise<void> {
		onStart();
		try {
			const outcome = await session.signInWithPassword(typedEmail.trim(), password);
			if (outcome === 'signed-in') onDone();
			else setStep('second-factor');
		} catch (error) {
			onRefused();
			setBanned(error instanceof AuthError && error.code === 'auth/user-disabled');
			throw error;
		}
	}

	function startAgain(problem?: string): void {
		setMessage(problem);
		setStep('password');
	}

	if (step === 'second-factor') return <SecondFactorForm onDone={onDone} onStartAgain={startAgain} />;
	return (
		<>
			{message && (
				<div className="mb-5">
					<Notice tone="error">{message}</Notice>
				</div>
			)}
			<AuthForm
				action={m.common_sign_in()}
				busy={m.identity_signing_in()}
				check={({ password }, form) => ({
					email: emailProblem(form),
					password: password ? undefined : m.identity_password_required(),
				})}
				send={(typed) => signIn(typed.email ?? '', typed.password ?? '')}
				fieldOf={{ 'invalid-email': 'email' }}
			>
				{(problems) => (
					<>
						<EmailField defaultValue={email} problem={problems.email} />
						<PasswordField
							label={m.common_password()}
							name="password"
							autoComplete="current-password"
							problem={problems.password}
						/>
					</>
				)}
			</AuthForm>
			{isBanned && (
				<p className="mt-2 text-center text-sm">
					<TallLink to="/appeal">{m.threads_appeal()}</TallLink>
				</p>
			)}
			{mail && (
				<p className="mt-2 text-center text-sm">
					<TallLink to="/reset-password">{m.identity_forgot_your_password()}</TallLink>
				</p>
			)}
		</>
	);
}
