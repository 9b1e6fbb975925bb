import { part } from '../../lib/optional.ts';
import { m } from '../../texts/messages.js';
import { AfterStart, AuthPage, FormPlaceholder } from '../sign-in/auth-page.tsx';

const VerifySteps = part(() => import('./verify-steps.tsx'), 'VerifySteps');

export default function VerifyEmailPage() {
	return (
		<AuthPage
			title={m.identity_confirm_your_address()}
			description={m.identity_confirm_the_e_mail_address()}
			lead={m.identity_so_that_we_can_reach()}
		>
			<AfterStart placeholder={<FormPlaceholder fields={0} />}>
				<VerifySteps />
			</AfterStart>
		</AuthPage>
	);
}
