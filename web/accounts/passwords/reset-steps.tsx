import { useState } from 'react';
import { useNavigate } from 'react-router';
import { m } from '../../texts/messages.js';
import { ButtonLink, TallLink, TextButton } from '../../ui/basics.tsx';
import { AuthError } from '../session/auth-requests.ts';
import { useAuth, useSession } from '../session/session-context.tsx';
import { usePasswordPolicy, useWays } from '../session/site-facts.ts';
import { AuthForm, EmailField, emailProblem, type Values } from '../sign-in/auth-form.tsx';
import { FormCard, Outcome } from '../sign-in/auth-page.tsx';
import { requestPasswordReset, resetPassword } from '../sign-in/sign-in-requests.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { newPasswordProblem } from './password.ts';

export function ResetSteps({ code }: { code: string | null }) {
	const [spent, setSpent] = useState<{ code: string; sentence: string }>();

	if (code === null) return <RequestEmail />;
	if (spent?.code === code) return <SpentLink sentence={spent.sentence} />;
	return (
		<FormCard>
			<NewPasswordForm key={code} code={code} onSpent={(sentence) => setSpent({ code, sentence })} />
		</FormCard>
	);
}

function SpentLink({ sentence }: { sentence: string }) {
	const again = <ButtonLink to={{ hash: 'code=' }}>{m.identity_ask_for_a_new_link()}</ButtonLink>;
	return (
		<Outcome title={sentence} actions={again}>
			{m.identity_your_password_is_as_it_was()}
		</Outcome>
	);
}

function RequestEmail() {
	const { mail } = useWays();
	const [sentTo, setSentTo] = useState<string>();
	const toSignIn = <TallLink to="/login">{m.identity_back_to_sign_in()}</TallLink>;
	if (!mail) {
		return (
			<Outcome title={m.common_not_at_the_moment()} actions={toSignIn}>
				{m.identity_mail_off()}
			</Outcome>
		);
	}
	if (sentTo !== undefined) {
		return (
			<Outcome
				title={m.common_check_your_mailbox()}
				actions={
					<>
						{toSignIn}
						<TextButton className="min-h-11" onClick={() => setSentTo(undefined)}>
							{m.identity_use_another_address()}
						</TextButton>
					</>
				}
			>
				<p>{m.identity_reset_mail_on_its_way({ email: sentTo })}</p>
				<p className="mt-2">{m.identity_it_works_for_30_minutes()}</p>
			</Outcome>
		);
	}
	return (
		<FormCard>
			<AuthForm
				action={m.identity_send_me_the_link()}
				busy={m.common_sending()}
				check={(_typed, form) => ({ email: emailProblem(form) })}
				send={async ({ email = '' }) => {
					await requestPasswordReset(email.trim());
					setSentTo(email.trim());
				}}
				fieldOf={{ 'invalid-email': 'email' }}
			>
				{({ email }) => <EmailField problem={email} />}
			</AuthForm>
			<p className="mt-2 text-center text-sm">{toSignIn}</p>
		</FormCard>
	);
}

const spentCodes: readonly string[] = ['auth/expired-action-code', 'auth/invalid-action-code'];

function NewPasswordForm({ code, onSpent }: { code: string; onSpent: (sentence: string) => void }) {
	const auth = useAuth();
	const session = useSession();
	const navigate = useNavigate();
	const policy = usePasswordPolicy();

	async function send({ password = '' }: Values): Promise<void> {
		try {
			await resetPassword(code, password);
		} catch (error) {
			if (error instanceof AuthError && spentCodes.includes(error.code)) return onSpent(error.message);
			throw error;
		}
		if (auth.kind === 'signed-in') await session.enter().catch(() => {});
		navigate('/login', { replace: true, state: { notice: m.identity_password_changed() } });
	}

	return (
		<AuthForm
			action={m.identity_save_the_new_password()}
			busy={m.common_saving()}
			check={({ password = '' }) => ({ password: newPasswordProblem(password, policy) })}
			send={send}
			fieldOf={{ 'weak-password': 'password', 'missing-password': 'password' }}
		>
			{({ password }) => <NewPasswordField label={m.common_new_password()} problem={password} />}
		</AuthForm>
	);
}
