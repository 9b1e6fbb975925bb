import { lazy } from 'react';
import { brand } from '../lib/words.ts';
import { AfterStart, AuthPage, FormPlaceholder } from './auth-page.tsx';

const VerifySteps = lazy(() => import('./verify-steps.tsx').then(({ VerifySteps }) => ({ default: VerifySteps })));

export default function VerifyEmailPage() {
	return (
		<AuthPage
			title="Confirm your address"
			description={`Confirm the e-mail address of your account at ${brand}.`}
			lead="So that we can reach you by e-mail, and nobody else can use your address."
		>
			<AfterStart placeholder={<FormPlaceholder fields={0} />}>
				<VerifySteps />
			</AfterStart>
		</AuthPage>
	);
}
