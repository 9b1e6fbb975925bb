import { lazy } from 'react';
import { brand } from '../lib/words.ts';
import { AfterStart, AuthPage, FormPlaceholder } from './auth-page.tsx';

const ResetSteps = lazy(() => import('./reset-steps.tsx').then(({ ResetSteps }) => ({ default: ResetSteps })));

export default function ResetPasswordPage() {
	return (
		<AuthPage
			title="Choose a new password"
			description={`Choose a new password for your account at ${brand}.`}
			lead="A link that we send to your e-mail address proves that it is you."
		>
			<AfterStart placeholder={<FormPlaceholder fields={1} />}>
				<ResetSteps />
			</AfterStart>
		</AuthPage>
	);
}
