import { lazy } from 'react';
import { brand } from '../lib/words.ts';
import { AfterStart, AuthPage, FormPlaceholder } from './auth-page.tsx';

const SignUpSteps = lazy(() => import('./sign-up-steps.tsx').then(({ SignUpSteps }) => ({ default: SignUpSteps })));

export default function SignUpPage() {
	return (
		<AuthPage
			title="Create your account"
			description={`Create an account at ${brand} with your e-mail address, or with Google.`}
			lead="One account for the app and this website."
		>
			<AfterStart placeholder={<FormPlaceholder fields={4} />}>
				<SignUpSteps />
			</AfterStart>
		</AuthPage>
	);
}
