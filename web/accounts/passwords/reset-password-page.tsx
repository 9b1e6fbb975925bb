import { part } from '../../lib/optional.ts';
import { m } from '../../texts/messages.js';
import { AfterStart, AuthPage, FormPlaceholder } from '../sign-in/auth-page.tsx';

const ResetSteps = part(() => import('./reset-steps.tsx'), 'ResetSteps');

export default function ResetPasswordPage() {
	return (
		<AuthPage
			title={m.identity_choose_a_new_password()}
			description={m.identity_choose_a_new_password_for_your_account()}
			lead={m.identity_a_link_that_we_send()}
		>
			<AfterStart placeholder={<FormPlaceholder fields={1} />}>
				<ResetSteps />
			</AfterStart>
		</AuthPage>
	);
}
