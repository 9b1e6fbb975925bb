import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { withParts } from '../../lib/format/with-parts.tsx';
import { m } from '../../texts/messages.js';
import { TallLink } from '../../ui/text-link.tsx';
import { useAccount } from '../account/use-account.ts';
import { useAuth } from '../session/session-context.tsx';
import { useWays } from '../session/site-facts.ts';
import { FormCard, FormPlaceholder } from './auth-page.tsx';
import { readNextPath } from './next-path.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { GoogleButton, OtherWays } from './round-buttons.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignedInCard } from './signed-in-card.tsx';
import { useFailedRound } from './use-failed-round.ts';

/**
 * Parameters of the URL: `next` is the target path, `again` forces a new sign-in, `error` marks a failed Google round
 * trip.
 */
export function SignInWays({ isOwnPage }: { isOwnPage: boolean }) {
	const auth = useAuth();
	const navigate = useNavigate();
	const params = new URLSearchParams(useLocation().search);
	const { google, signUp } = useWays();
	const failedRound = useFailedRound(m.identity_google_failed());
	// Keeps the page unchanged while a sign-in replaces the session.
	const [before, setBefore] = useState<{ uid: string | undefined }>();
	const current = auth.kind === 'signed-in' ? auth.uid : undefined;
	const uid = before ? before.uid : current;
	const account = useAccount(uid);
	const next = readNextPath(params.get('next'));
	const isAgain = params.has('again');

	if (failedRound.isLoading) return <FormPlaceholder title={m.identity_other_ways_to_sign_in()} fields={2} />;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			{uid !== undefined && <SignedInCard account={account} isPage={isOwnPage} />}
			{(uid === undefined || isAgain) && (
				<FormCard
					title={uid === undefined ? m.identity_other_ways_to_sign_in() : m.identity_sign_in_again_to_continue()}
				>
					<SignInForm
						email={account?.email}
						reason={failedRound.failure}
						onStart={() => setBefore({ uid })}
						onRefused={() => setBefore(undefined)}
						onDone={() => navigate(next, { replace: true })}
					/>
					<OtherWays>
						{google && <GoogleButton next={next} />}
						<PasskeyButton onStart={() => setBefore({ uid })} onDone={() => navigate(next, { replace: true })} />
					</OtherWays>
				</FormCard>
			)}
			{signUp && uid === undefined && (
				<p className="text-center text-soft">
					{withParts(m.identity_new_here_create_an_account(), {
						link: (text) => <TallLink to="/sign-up">{text}</TallLink>,
					})}
				</p>
			)}
		</div>
	);
}
