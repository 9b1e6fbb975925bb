import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { useMailCode } from '../../lib/use-mail-code.ts';
import { m } from '../../texts/messages.js';
import { showToast } from '../../ui/toast.tsx';
import { AuthForm } from '../sign-in/auth-form.tsx';
import { AccountSection } from './account-section.tsx';
import { useOwnAccount } from './own-account.tsx';

export function InviteSection({ account }: { account: AccountAnswer }) {
	const call = useCall();
	const { reload } = useOwnAccount();
	const code = useMailCode();
	const next = !account.twoFactor.verified
		? m.identity_invite_set_up_first()
		: !code
			? m.identity_invite_open_link()
			: undefined;

	async function join(): Promise<void> {
		await call('acceptStaffInvite', { code: code ?? '' });
		showToast(m.identity_invite_joined());
		await reload();
	}
	return (
		<AccountSection id="invite" title={m.identity_invite_title()} lead={m.identity_invite_lead()}>
			{next ? (
				<p className="text-soft">{next}</p>
			) : (
				<AuthForm action={m.identity_invite_join()} busy={m.common_sending()} send={join} />
			)}
		</AccountSection>
	);
}
