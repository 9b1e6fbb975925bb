import { useState } from 'react';
import { part } from '../../lib/optional.ts';
import { m } from '../../texts/messages.js';
import { ButtonLink } from '../../ui/basics.tsx';
import { AfterStart, AuthPage, FormPlaceholder } from '../sign-in/auth-page.tsx';

const SignUpSteps = part(() => import('./sign-up-steps.tsx'), 'SignUpSteps');

export default function SignUpPage() {
	const [refusal, setRefusal] = useState<string>();
	if (refusal) return <Refused sentence={refusal} />;
	return (
		<AuthPage
			title={m.identity_create_your_account()}
			description={m.identity_create_an_account_at_brand()}
			lead={m.identity_one_account_for_the_app()}
		>
			<AfterStart placeholder={<FormPlaceholder fields={4} />}>
				<SignUpSteps onRefused={setRefusal} />
			</AfterStart>
		</AuthPage>
	);
}

function Refused({ sentence }: { sentence: string }) {
	const lead = m.identity_nothing_of_what_you_entered();
	return (
		<AuthPage title={sentence} description={lead} lead={lead} takesFocus>
			<ButtonLink to="/" look="quiet">
				{m.common_go_to_the_home_page()}
			</ButtonLink>
		</AuthPage>
	);
}
