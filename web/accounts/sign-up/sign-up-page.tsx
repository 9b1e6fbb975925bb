import { lazy } from 'react';
import { m } from '../../texts/messages.js';
import { AfterStart, AuthPage, FormPlaceholder } from '../sign-in/auth-page.tsx';

const SignUpSteps = lazy(() => import('./sign-up-steps.tsx').then(({ SignUpSteps }) => ({ default: SignUpSteps })));

export default function SignUpPage() {
	return (
		<AuthPage
			title={m.identity_create_your_account()}
			description={m.identity_create_an_account_at_brand()}
			lead={m.identity_one_account_for_the_app()}
		>
			<AfterStart placeholder={<FormPlaceholder fields={4} />}>
				<SignUpSteps />
			</AfterStart>
		</AuthPage>
	);
}
