import { useEffect, useState } from 'react';
import { accountMessages } from '../../contract/account-messages.ts';
import type { AccountAnswer } from '../../contract/identity.ts';
import { useRecentSignIn } from '../lib/recent-sign-in.ts';
import { Field } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useAccountRequests } from './account-requests.ts';
import { AccountSection, ChangeButton, ChangeForm, Fact } from './account-section.tsx';
import { AuthForm } from './auth-form.tsx';
import { emailDraft } from './email-draft.ts';
import { emailProblem } from './email-field.tsx';

const ID = 'email';

/** @param account undefined while it is loading. */
export function EmailSection({ account }: { account: AccountAnswer | undefined }) {
	const [form, setForm] = useState<{ draft: string }>();
	const [sentTo, setSentTo] = useState<string>();
	const uid = account?.uid;

	useEffect(() => {
		// Back from a round to Google that was made for the sake of this form.
		const draft = uid && emailDraft.take(uid);
		if (draft) setForm({ draft });
	}, [uid]);

	function toggle(): void {
		setSentTo(undefined);
		setForm(form ? undefined : { draft: '' });
	}

	return (
		<AccountSection id={ID} title="E-mail" lead="For signing in, and for what you have to know about your account.">
			<Fact
				label="Address"
				action={
					<ChangeButton isOpen={form !== undefined} isDisabled={!account} label="Change e-mail" onToggle={toggle} />
				}
			>
				{account ? account.email : <Skeleton className="h-4 w-56" />}
			</Fact>
			{sentTo && <Notice tone="success">{accountMessages.emailLinkSent(sentTo)}</Notice>}
			{form && account && (
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
		return isSame ? accountMessages.emailUnchanged : emailProblem(form);
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
			action="Send the link"
			busy="Sending…"
			check={({ email = '' }, form) => ({ email: check(email.trim(), form) })}
			send={({ email = '' }) => change(email.trim())}
			fieldOf={{ 'invalid-email': 'email' }}
		>
			{(problems) => (
				<Field
					label="New e-mail address"
					name="email"
					type="email"
					inputMode="email"
					autoComplete="email"
					autoCapitalize="none"
					spellCheck={false}
					required
					defaultValue={draft}
					hint="We send a link there. Nothing changes before it is opened."
					problem={problems.email}
				/>
			)}
		</AuthForm>
	);
}
