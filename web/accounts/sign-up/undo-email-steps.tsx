import { useState } from 'react';
import { useCall } from '../../lib/calls/clients.tsx';
import { m } from '../../texts/messages.js';
import { ButtonLink, Field } from '../../ui/basics.tsx';
import { AuthError } from '../session/auth-requests.ts';
import { useAuth, useSession } from '../session/session-context.tsx';
import { AuthForm, type Values } from '../sign-in/auth-form.tsx';
import { FormCard, Outcome } from '../sign-in/auth-page.tsx';
import { undoEmailChange } from '../sign-in/sign-in-requests.ts';

type Wanted = 'password' | 'secondFactor';

/** Waits for a click, because mail scanners open links too. */
export function UndoSteps({ code }: { code: string | null }) {
	const auth = useAuth();
	const session = useSession();
	const [wanted, setWanted] = useState<Wanted>();
	const [email, setEmail] = useState<string>();
	if (code === null) return <Outcome title={m.identity_there_is_no_link()}>{m.identity_link_without_code()}</Outcome>;
	if (email !== undefined) {
		const signIn = <ButtonLink to="/login">{m.common_sign_in()}</ButtonLink>;
		return (
			<Outcome title={m.identity_undo_email_done_title()} actions={signIn}>
				{m.identity_undo_email_done({ email })}
			</Outcome>
		);
	}
	async function send(values: Values): Promise<void> {
		try {
			setEmail((await undoEmailChange({ code: code as string, ...values })).email);
		} catch (error) {
			const next = wantedBy(error);
			if (next && next !== wanted) setWanted(next);
			throw error;
		}
		// The undo ended all sessions of the account, maybe this one.
		if (auth.kind === 'signed-in') await session.enter().catch(() => {});
	}
	return (
		<FormCard>
			<AuthForm
				action={m.identity_undo_email_button()}
				busy={m.identity_undo_email_busy()}
				send={send}
				fieldOf={{ 'wrong-password': 'password', 'invalid-verification-code': 'secondFactor' }}
			>
				{({ password, secondFactor }) => (
					<>
						{wanted === 'password' && (
							<Field
								label={m.common_password()}
								name="password"
								type="password"
								autoComplete="current-password"
								hint={m.identity_undo_email_password_hint()}
								problem={password}
							/>
						)}
						{wanted === 'secondFactor' && (
							<Field
								label={m.identity_code_from_your_authenticator_app()}
								name="secondFactor"
								autoComplete="one-time-code"
								problem={secondFactor}
							/>
						)}
					</>
				)}
			</AuthForm>
		</FormCard>
	);
}

export function StopSteps({ code }: { code: string | null }) {
	const call = useCall();
	const [isStopped, setStopped] = useState(false);
	if (code === null) return <Outcome title={m.identity_there_is_no_link()}>{m.identity_link_without_code()}</Outcome>;
	if (isStopped) return <Outcome title={m.identity_stop_change_done_title()}>{m.identity_stop_change_done()}</Outcome>;
	const stop = async () => setStopped((await call('stopProposal', { code })).stopped);
	return (
		<FormCard>
			<AuthForm action={m.identity_stop_change_button()} busy={m.identity_stop_change_busy()} send={stop} />
		</FormCard>
	);
}

function wantedBy(error: unknown): Wanted | undefined {
	if (!(error instanceof AuthError)) return undefined;
	if (error.code === 'auth/missing-password') return 'password';
	return error.reason === 'second-factor-needed' ? 'secondFactor' : undefined;
}
