import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useUserDocument } from '../../lib/calls/clients.tsx';
import { withParts } from '../../lib/format/with-parts.tsx';
import { m } from '../../texts/messages.js';
import { TallLink } from '../../ui/text-link.tsx';
import { useAccount } from '../account/use-account.ts';
import { useAuth } from '../session/session-context.tsx';
import { useWays } from '../session/site-facts.ts';
import { FormCard, FormPlaceholder, Outcome } from '../sign-in/auth-page.tsx';
import { readNextPath } from '../sign-in/next-path.ts';
import { GoogleButton, OtherWays } from '../sign-in/round-buttons.tsx';
import { SignedInCard } from '../sign-in/signed-in-card.tsx';
import { AgeForm } from './age-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export function SignUpSteps({ onRefused }: { onRefused: (sentence: string) => void }) {
	const auth = useAuth();
	const params = new URLSearchParams(useLocation().search);
	const ways = useWays();
	const [isUsed, setUsed] = useState(false);
	const uid = auth.kind === 'signed-in' ? auth.uid : undefined;
	const next = readNextPath(params.get('next'), '/earn');

	if (params.get('step') === 'age' && uid !== undefined) return <AgeStep onRefused={onRefused} />;
	if (uid !== undefined && !isUsed) return <AlreadyIn uid={uid} />;
	if (!ways.served) {
		return (
			<Outcome title={m.identity_not_in_your_country()} actions={<ToSignIn />}>
				{m.refusal_country_not_served()}
			</Outcome>
		);
	}
	if (!ways.signUp) {
		return (
			<Outcome title={m.common_not_at_the_moment()} actions={<ToSignIn />}>
				{m.refusal_sign_up_off()}
			</Outcome>
		);
	}
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<FormCard>
				<SignUpForm next={next} onUsed={setUsed} onRefused={onRefused} />
				{ways.google && (
					<OtherWays>
						<GoogleButton next={next} />
					</OtherWays>
				)}
			</FormCard>
			<p className="text-center text-soft">
				{withParts(m.identity_already_have_an_account(), { link: () => <ToSignIn /> })}
			</p>
		</div>
	);
}

function AgeStep({ onRefused }: { onRefused: (sentence: string) => void }) {
	const params = new URLSearchParams(useLocation().search);
	const user = useUserDocument();
	const next = readNextPath(params.get('next'), '/earn');
	if (user.kind === 'loading') return <FormPlaceholder fields={1} />;
	if (user.kind === 'ready') return <Navigate to={next} replace />;
	return <AgeForm next={next} onRefused={onRefused} />;
}

function AlreadyIn({ uid }: { uid: string }) {
	return <SignedInCard account={useAccount(uid)} />;
}

function ToSignIn() {
	return <TallLink to="/login">{m.common_sign_in()}</TallLink>;
}
