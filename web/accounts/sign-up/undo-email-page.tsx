import { part } from '../../lib/optional.ts';
import { m } from '../../texts/messages.js';
import { AfterStart, AuthPage, FormPlaceholder } from '../sign-in/auth-page.tsx';

const UndoSteps = part(() => import('./undo-email-steps.tsx'), 'UndoSteps');

export default function UndoEmailPage() {
	return (
		<AuthPage
			title={m.identity_undo_email_title()}
			description={m.identity_undo_email_description()}
			lead={m.identity_undo_email_lead()}
		>
			<AfterStart placeholder={<FormPlaceholder fields={0} />}>
				<UndoSteps />
			</AfterStart>
		</AuthPage>
	);
}
