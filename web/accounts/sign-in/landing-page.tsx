import { useRef } from 'react';
import { useLocation } from 'react-router';
import { part } from '../../lib/optional.ts';
import { m } from '../../texts/messages.js';
import { PageTitle } from '../../ui/basics.tsx';
import { PhoneIcon } from '../../ui/icons.tsx';
import { useAuth } from '../session/session-context.tsx';
import { AfterStart, FormPlaceholder } from './auth-page.tsx';

const SignInWays = part(() => import('./sign-in-ways.tsx'), 'SignInWays');

export default function LandingPage() {
	const auth = useAuth();
	const wasGuest = useRef(false);
	if (auth.kind === 'guest') wasGuest.current = true;
	const isAgain = new URLSearchParams(useLocation().search).has('again');
	const isOwnPage = auth.kind === 'signed-in' && !wasGuest.current && !isAgain;
	return (
		<div className="mx-auto max-w-lg px-4 py-10 sm:py-16">
			<PageTitle description={m.identity_login_is_done()}>{m.common_sign_in()}</PageTitle>
			{!isOwnPage && <AppSignIn />}
			<div key={String(isOwnPage)} className={isOwnPage ? undefined : 'mt-6'}>
				<AfterStart placeholder={<FormPlaceholder title={m.identity_other_ways_to_sign_in()} fields={2} />}>
					<SignInWays isOwnPage={isOwnPage} />
				</AfterStart>
			</div>
		</div>
	);
}

function AppSignIn() {
	return (
		<>
			<span className="grid size-14 place-items-center rounded-card bg-stub text-on-stub">
				<PhoneIcon className="size-7" />
			</span>
			<h1 className="mt-6 text-3xl font-extrabold tracking-tight text-balance sm:text-4xl">
				{m.identity_sign_in_via_the_mobile()}
			</h1>
			<p className="mt-4 text-lg text-soft">{m.identity_to_protect_your_account_login()}</p>
			<section className="mt-8 rounded-card border border-transparent bg-tint p-5 sm:p-6">
				<h2 className="font-bold tracking-tight">{m.identity_already_on_mobile()}</h2>
				<p className="mt-2 text-soft">{m.identity_you_will_be_redirected_automatically()}</p>
			</section>
		</>
	);
}
