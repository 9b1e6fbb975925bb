import { useEffect, useState } from 'react';
import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import { useRecentSignIn } from '../../lib/recent-sign-in.ts';
import { keptInTab } from '../../lib/session-storage.ts';
import { m } from '../../texts/messages.js';
import { Notice } from '../../ui/basics.tsx';
import { AuthForm, EmailField, emailProblem } from '../sign-in/auth-form.tsx';
import { AccountSection, ChangeButton, ChangeForm, Fact } from './account-section.tsx';
import { useAccountRequests } from './own-account.tsx';

/** Keeps the typed address during a provider round trip, per user. */
const emailDraft = keptInTab<{ uid: string; address: string }>('email-draft');

const ID = 'email';

export function EmailSection({ account }: { account: AccountAnswer }) {
	const [form, setForm] = useState<{ draft: string }>();
	const [sentTo, setSentTo] = useState<string>();
	const { uid } = account;

	useEffect(() => {
		const draft = emailDraft.take();
		if (draft?.uid === uid) setForm({ draft: draft.address ?? '' });
	}, [uid]);

	function toggle(): void {
		setSentTo(undefined);
		setForm(form ? undefined : { draft: '' });
	}

	return (
		<AccountSection id={ID} title={m.identity_e_mail()} lead={m.identity_for_signing()}>
			<Fact
				label={m.identity_address()}
				action={<ChangeButton isOpen={form !== undefined} label={m.identity_change_e_mail()} onToggle={toggle} />}
			>
				{account.email}
			</Fact>
			{sentTo && <Notice tone="success">{m.identity_email_link_sent({ email: sentTo })}</Notice>}
			{form && (
				<ChangeForm>
					<EmailForm
						account={account}
						draft={form.draft}
						onDone={(address) => {
							setForm(undefined);
							setSentTo(address);
						}}
					/>
				</ChangeForm>
			)}
		</AccountSection>
	);
}

type EmailFormProps = { account: AccountAnswer; draft: string; onDone: (newEmail: string) => void };

function EmailForm({ account, draft, onDone }: EmailFormProps) {
	const { changeEmail } = useAccountRequests();
	const recent = useRecentSignIn();

	function check(typed: string, form: HTMLFormElement): string | undefined {
		const isSame = typed.toLowerCase() === account.email.toLowerCase();
		return isSame ? m.identity_email_unchanged() : emailProblem(form);
	}

	async function change(newEmail: string): Promise<void> {
		emailDraft.put({ uid: account.uid, address: newEmail });
		try {
			await recent.run(() => changeEmail(newEmail), { place: ID });
		} finally {
			emailDraft.forget();
		}
		onDone(newEmail);
	}

	return (
		<AuthForm
			action={m.identity_send_the_link()}
			busy={m.common_sending()}
			check={({ email = '' }, form) => ({ email: check(email.trim(), form) })}
			send={({ email = '' }) => change(email.trim())}
			fieldOf={{ 'invalid-email': 'email' }}
		>
			{(problems) => (
				<EmailField
					label={m.identity_new_e_mail_address()}
					autoComplete="email"
					defaultValue={draft}
					hint={m.identity_we_send_a_link_there()}
					problem={problems.email}
				/>
			)}
		</AuthForm>
	);
}
