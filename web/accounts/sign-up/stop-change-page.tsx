import { lazy } from 'react';
import { m } from '../../texts/messages.js';
import { AfterStart, AuthPage, FormPlaceholder } from '../sign-in/auth-page.tsx';

const StopSteps = lazy(() => import('./undo-email-steps.tsx').then(({ StopSteps }) => ({ default: StopSteps })));

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
