import { useEffect, useState } from 'react';
import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import { attempt } from '../../lib/attempt.ts';
import { useRecentSignIn } from '../../lib/recent-sign-in.ts';
import { m } from '../../texts/messages.js';
import { Field, Notice } from '../../ui/basics.tsx';
import { AuthForm, emailProblem } from '../sign-in/auth-form.tsx';
import { AccountSection, ChangeButton, ChangeForm, Fact } from './account-section.tsx';
import { useAccountRequests } from './own-account.tsx';

const KEY = 'email-draft';

/** Keeps the typed address during a provider round trip, per tab and user. */
const emailDraft = {
	keep: (uid: string, address: string) => attempt(() => sessionStorage.setItem(KEY, JSON.stringify({ uid, address }))),
	forget: () => attempt(() => sessionStorage.removeItem(KEY)),
	take(uid: string): string | undefined {
		const stored = attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
		attempt(() => sessionStorage.removeItem(KEY));
		return stored?.uid === uid ? String(stored.address) : undefined;
	},
};

const ID = 'email';

export function EmailSection({ account }: { account: AccountAnswer }) {
	const [form, setForm] = useState<{ draft: string }>();
	const [sentTo, setSentTo] = useState<string>();
	const { uid } = account;

	useEffect(() => {
		const draft = emailDraft.take(uid);
		if (draft) setForm({ draft });
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
		emailDraft.keep(account.uid, newEmail);
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
				<Field
					label={m.identity_new_e_mail_address()}
					name="email"
					type="email"
					inputMode="email"
					autoComplete="email"
					autoCapitalize="none"
					spellCheck={false}
					required
					defaultValue={draft}
					hint={m.identity_we_send_a_link_there()}
					problem={problems.email}
				/>
			)}
		</AuthForm>
	);
}
