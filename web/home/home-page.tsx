import { Link } from 'react-router';
import { AGE_MIN_YEARS } from '../../contract/limits.ts';
import { useDataClient } from '../lib/clients.tsx';
import { brand, words } from '../lib/words.ts';
import { buttonLook } from '../ui/button.tsx';
import { CheckIcon, CloseIcon } from '../ui/icons.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { PassPrice } from './pass-price.tsx';

const { currencyName, platformName } = words;

const steps = [
	{
		title: 'Complete offers and surveys',
		text: `Pick them in the mobile app. Every reward arrives in your balance with its reason, and stays in your history.`,
	},
	{
		title: 'Price a game pass',
		text: `Add a pass to a ${platformName} game of your own and give it the price we show you.`,
	},
	{
		title: 'Withdraw',
		text: `Tap Withdraw in the app. You are signed in here automatically, choose your game, and we buy your pass.`,
	},
];

const never = [
	`Your ${platformName} password`,
	`Your ${platformName} cookie, or a code from your mail`,
	'Anything to install, or money to get your money',
];

const always = [
	'Every reward is listed with its reason, also one that is taken back',
	'A withdrawal that fails goes back to your balance',
	'Every payout has an order id, to ask about it',
];

export default function HomePage() {
	return (
		<>
			<PageTitle description={`Earn ${currencyName} with offers and surveys, and withdraw them through a game pass.`} />
			<Hero />
			<Steps />
			<Promises />
		</>
	);
}

function Hero() {
	const isSignedIn = useDataClient() !== undefined;
	return (
		<section className="mx-auto grid max-w-5xl items-center gap-10 px-4 pt-10 pb-14 sm:px-6 sm:pt-16 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14 lg:pb-20">
			<div>
				<h1 className="text-[clamp(2.25rem,8vw,3.75rem)] leading-[1.05] font-extrabold tracking-[-0.035em] text-balance">
					Earn {currencyName} with offers. Withdraw through your own game pass.
				</h1>
				<p className="mt-5 max-w-[46ch] text-lg text-soft">
					{brand} pays you for offers and surveys of our partners. You see every reward, what it was for, and where each
					withdrawal stands.
				</p>
				<div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
					<Link to={isSignedIn ? '/withdraw' : '/login'} className={buttonLook()}>
						Withdraw {currencyName}
					</Link>
					{isSignedIn ? (
						<Link to="/earn" className={buttonLook('quiet')}>
							Earn {currencyName}
						</Link>
					) : (
						<p className="text-sm text-soft">For ages {AGE_MIN_YEARS} and up.</p>
					)}
				</div>
			</div>
			<PassPrice />
		</section>
	);
}

function Steps() {
	return (
		<section aria-labelledby="how" className="border-y border-line bg-card">
			<div className="mx-auto max-w-5xl px-4 py-14 sm:px-6 lg:py-20">
				<h2 id="how" className="text-2xl font-extrabold tracking-tight sm:text-3xl">
					How it works
				</h2>
				<ol className="mt-8 grid gap-8 md:grid-cols-3">
					{steps.map(({ title, text }, index) => (
						<li key={title} className="border-t-2 border-dashed border-line pt-5">
							<span aria-hidden="true" className="text-4xl font-extrabold tracking-tight text-accent figures">
								{index + 1}
							</span>
							<h3 className="mt-2 text-lg font-bold tracking-tight">{title}</h3>
							<p className="mt-2 text-soft">{text}</p>
						</li>
					))}
				</ol>
			</div>
		</section>
	);
}

function Promises() {
	return (
		<section className="mx-auto max-w-5xl px-4 py-14 sm:px-6 lg:py-20">
			<div className="grid gap-10 md:grid-cols-2">
				<div>
					<h2 className="text-2xl font-extrabold tracking-tight">We never ask for</h2>
					<ul className="mt-5 grid gap-3">
						{never.map((thing) => (
							<li key={thing} className="flex gap-3">
								<CloseIcon className="mt-0.5 size-5 text-danger" />
								{thing}
							</li>
						))}
					</ul>
					<p className="mt-5 text-soft">
						All we need is your username there. Whoever asks for more is not us: do not answer, and tell us.
					</p>
				</div>
				<div>
					<h2 className="text-2xl font-extrabold tracking-tight">What you can count on</h2>
					<ul className="mt-5 grid gap-3">
						{always.map((thing) => (
							<li key={thing} className="flex gap-3">
								<CheckIcon className="mt-0.5 size-5 text-accent" />
								{thing}
							</li>
						))}
					</ul>
				</div>
			</div>
			<p className="mt-10 max-w-prose rounded-card bg-sunken p-5 text-soft">
				<strong className="text-ink">Age.</strong> You must be at least {AGE_MIN_YEARS} years old to have an account.
				Some offers and surveys ask for a higher age; they are shown only to those who have it.
			</p>
		</section>
	);
}
