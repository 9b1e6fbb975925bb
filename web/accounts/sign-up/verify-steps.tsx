import { useState } from 'react';
import { m } from '../../texts/messages.js';
import { ButtonLink } from '../../ui/basics.tsx';
import { AuthError } from '../session/auth-requests.ts';
import { useAuth, useSession } from '../session/session-context.tsx';
import { AuthForm } from '../sign-in/auth-form.tsx';
import { FormCard, Outcome } from '../sign-in/auth-page.tsx';
import { sendVerificationEmail, verifyEmail } from '../sign-in/sign-in-requests.ts';

type Step =
	| { kind: 'asked' }
	| { kind: 'confirmed'; sentence: string }
	| { kind: 'needs-mail'; sentence: string; hint: string }
	| { kind: 'sent' };

const initial: Step = { kind: 'asked' };

/** Waits for a click, because mail scanners open links too. */
export function VerifySteps({ code }: { code: string | null }) {
	const [{ of, step }, setState] = useState<{ of: string | null; step: Step }>({ of: null, step: initial });
	const go = (next: Step) => setState({ of: code, step: next });
	const now = of === code ? step : initial;

	switch (now.kind) {
		case 'asked':
			return code === null ? (
				<MailWanted title={m.identity_there_is_no_link()} hint={m.identity_link_without_code()} go={go} />
			) : (
				<Confirm code={code} go={go} />
			);
		case 'confirmed':
			return <Confirmed sentence={now.sentence} />;
		case 'needs-mail':
			return <MailWanted title={now.sentence} hint={now.hint} go={go} />;
		case 'sent':
			return <Outcome title={m.common_check_your_mailbox()}>{m.identity_a_new_mail()}</Outcome>;
	}
}

type StepProps = { go: (next: Step) => void };

function Confirm({ code, go }: StepProps & { code: string }) {
	async function confirm(): Promise<void> {
		try {
			const { email } = await verifyEmail(code);
			go({ kind: 'confirmed', sentence: m.identity_email_confirmed({ email }) });
		} catch (error) {
			const isSpent = error instanceof AuthError && /(action-code|already-in-use)$/.test(error.code);
			if (!isSpent) throw error;
			go({ kind: 'needs-mail', sentence: error.message, hint: m.identity_nothing_has_changed() });
		}
	}
	return (
		<FormCard>
			<AuthForm action={m.identity_confirm_my_e_mail_address()} busy={m.identity_confirming()} send={confirm} />
		</FormCard>
	);
}

function Confirmed({ sentence }: { sentence: string }) {
	const isSignedIn = useAuth().kind === 'signed-in';
	return (
		<Outcome
			title={m.identity_confirmed()}
			actions={
				<ButtonLink to={isSignedIn ? '/earn' : '/login'}>
					{isSignedIn ? m.common_earn() : m.common_sign_in()}
				</ButtonLink>
			}
		>
			{sentence}
		</Outcome>
	);
}

function MailWanted({ title, hint, go }: StepProps & { title: string; hint: string }) {
	const isSignedIn = useAuth().kind === 'signed-in';
	const session = useSession();
	async function send(): Promise<void> {
		const { sent } = await session.asOwner(sendVerificationEmail);
		go(sent ? { kind: 'sent' } : { kind: 'confirmed', sentence: m.identity_email_confirmed_before() });
	}
	return (
		<Outcome
			title={title}
			actions={
				isSignedIn ? (
					<AuthForm action={m.identity_send_me_a_new_link()} busy={m.common_sending()} send={send} />
				) : (
					<ButtonLink to="/login?next=/verify-email">{m.identity_sign_in_for_a_new()}</ButtonLink>
				)
			}
		>
			{hint}
		</Outcome>
	);
}
