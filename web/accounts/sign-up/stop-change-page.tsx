import { part } from '../../lib/optional.ts';
import { m } from '../../texts/messages.js';
import { AfterStart, AuthPage, FormPlaceholder } from '../sign-in/auth-page.tsx';

const StopSteps = part(() => import('./undo-email-steps.tsx'), 'StopSteps');

export default function StopChangePage() {
	return (
		<AuthPage
			title={m.identity_stop_change_title()}
			description={m.identity_stop_change_description()}
			lead={m.identity_stop_change_lead()}
		>
			<AfterStart placeholder={<FormPlaceholder fields={0} />}>
				<StopSteps />
			</AfterStart>
		</AuthPage>
	);
}
