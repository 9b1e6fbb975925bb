import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import { m } from '../../texts/messages.js';
import { Notice } from '../../ui/basics.tsx';
import { ProviderButton } from '../sign-in/round-buttons.tsx';
import { useFailedRound } from '../sign-in/use-failed-round.ts';
import { AccountSection, Fact } from './account-section.tsx';

/** Only for staff, while the team has an identity provider. */
export function ProviderSection({ account: { provider } }: { account: AccountAnswer }) {
	const { failure } = useFailedRound(m.refusal_provider_refused());
	return (
		<AccountSection id="provider" title={m.identity_provider_title()} lead={m.identity_provider_lead()}>
			<Fact label={m.identity_status()}>
				<span className="font-normal">
					{provider?.isLinked ? m.identity_provider_linked() : m.identity_provider_not_linked()}
				</span>
			</Fact>
			{failure && <Notice tone="error">{failure}</Notice>}
			{!provider?.isLinked && (
				<div className="max-w-md">
					<ProviderButton purpose="link" next="/account#provider" />
				</div>
			)}
		</AccountSection>
	);
}
