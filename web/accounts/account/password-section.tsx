import { Suspense, useEffect, useRef, useState } from 'react';
import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import { useRecentSignIn } from '../../lib/recent-sign-in.ts';
import { m } from '../../texts/messages.js';
import { Notice } from '../../ui/basics.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { NewPasswordField } from '../passwords/new-password-field.tsx';
import { newPasswordProblem } from '../passwords/password.ts';
import { usePasswordPolicy } from '../session/site-facts.ts';
import { AuthForm, type Values } from '../sign-in/auth-form.tsx';
import { AccountSection, ChangeButton, ChangeForm, Fact } from './account-section.tsx';
import { useAccountRequests, useOwnAccount } from './own-account.tsx';

const ID = 'password';
const FORM_MS = 60_000;

export function PasswordSection({ account }: { account: AccountAnswer }) {
	const recent = useRecentSignIn();
	const [isOpen, setOpen] = useState(false);
	const [success, setSuccess] = useState<string>();
	useOpenOnReturn(account, () => setOpen(true));

	async function toggle(): Promise<void> {
		setSuccess(undefined);
		if (isOpen) return setOpen(false);
		// The Google round trip would lose a typed password, so it comes first.
		const isTooOld = !account.hasPassword && account.freshUntil - Date.now() < FORM_MS;
		if (!isTooOld || (await recent.prompt({ place: ID }))) setOpen(true);
	}

	function finish(sentence: string): void {
		setOpen(false);
		setSuccess(sentence);
	}

	return (
		<AccountSection id={ID} title={m.common_password()} lead={m.identity_for_signing_in_on_the_web()}>
			<Fact
				label={m.common_password()}
				action={
					<ChangeButton
						isOpen={isOpen}
						label={account.hasPassword ? m.identity_change_password() : m.identity_set_a_password()}
						onToggle={() => void toggle()}
					/>
				}
			>
				{brandingFor(account)}
			</Fact>
			{success && <Notice tone="success">{success}</Notice>}
			{isOpen && (
				<Suspense>
					<ChangeForm>
						<PasswordForm account={account} onDone={finish} />
					</ChangeForm>
				</Suspense>
			)}
		</AccountSection>
	);
}

function brandingFor({ hasPassword, hasGoogle }: AccountAnswer): string {
	if (hasPassword) return hasGoogle ? m.identity_password_and_google() : m.identity_password_is_set();
	return hasGoogle ? m.identity_google_only() : m.identity_app_only();
}

function PasswordForm({ account, onDone }: { account: AccountAnswer; onDone: (sentence: string) => void }) {
	const { changePassword } = useAccountRequests();
	const recent = useRecentSignIn();
	const { reload: refreshAccount } = useOwnAccount();
	const policy = usePasswordPolicy();

	async function change({ current, password = '' }: Values): Promise<void> {
		const known = account.hasPassword && current ? { password: current } : {};
		const wanted = { newPassword: password, ...(known.password && { currentPassword: known.password }) };
		await recent.run(() => changePassword(wanted), { ...known, place: ID });
		await refreshAccount();
		onDone(account.hasPassword ? m.identity_password_changed_here() : m.identity_password_set());
	}

	return (
		<AuthForm
			action={account.hasPassword ? m.identity_change_password() : m.identity_set_password()}
			busy={m.common_saving()}
			check={({ current, password = '' }) => ({
				current: account.hasPassword && !current ? m.identity_password_required() : undefined,
				password: newPasswordProblem(password, policy),
			})}
			send={change}
			fieldOf={{ 'wrong-password': 'current', 'weak-password': 'password' }}
		>
			{(problems) => (
				<>
					<input hidden readOnly type="email" name="email" autoComplete="username" value={account.email} />
					{account.hasPassword && (
						<PasswordField
							label={m.identity_current_password()}
							name="current"
							autoComplete="current-password"
							problem={problems.current}
						/>
					)}
					<NewPasswordField label={m.common_new_password()} problem={problems.password} />
				</>
			)}
		</AuthForm>
	);
}

function useOpenOnReturn(account: AccountAnswer, open: () => void): void {
	const isOpened = useRef(location.hash === `#${ID}`);
	const isReady = !account.hasPassword && account.freshUntil - Date.now() > FORM_MS;
	useEffect(() => {
		if (!isOpened.current || !isReady) return;
		isOpened.current = false;
		open();
	}, [isReady, open]);
}
