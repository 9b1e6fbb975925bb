import { Link } from 'react-router';
import { AGE_MIN_YEARS } from '../../contract/limits.ts';
import { brand, words } from '../lib/words.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { LegalPage } from './legal-page.tsx';

export default function TermsOfServicePage() {
	const { platformName, currencyName, currencySign, legalContact } = words;
	return (
		<LegalPage title="Terms of service">
			<PageTitle description={`The rules of ${brand}: accounts, earning, bans and payouts.`}>
				Terms of service
			</PageTitle>
			<p>
				These are the rules between you and {brand}. By using the site or the app you agree to them, and to the{' '}
				<Link to="/privacy-policy">privacy policy</Link>. {brand} is not affiliated with {platformName}.
			</p>

			<h2>Your account</h2>
			<ul>
				<li>You must be at least {AGE_MIN_YEARS} years old. Some offers ask for a higher age.</li>
				<li>
					You sign in here by the hand-off from our mobile app, with email and password, or with a Google account.
				</li>
				<li>
					<strong>We never ask for your {platformName} password or cookie.</strong> Do not give them to anybody who says
					they are us.
				</li>
				<li>
					One account per person. Link only a {platformName} account that is yours, and keep your sign-in to yourself.
				</li>
			</ul>

			<h2>Fair earning</h2>
			<ul>
				<li>Answer surveys truthfully. Lying in surveys is not allowed.</li>
				<li>
					No manipulation of offers, tracking or rewards: no bots, emulators, VPNs or proxies to pretend another place
					or device, and no paid-for or fake sign-ups.
				</li>
				<li>
					A reward belongs to you when the partner confirms it. A partner may hold it for a while, or take it back when
					the offer was not completed as described. Both are shown in your history, with the reason we were given.
				</li>
			</ul>

			<h2>Chargebacks and bans</h2>
			<ul>
				<li>
					A chargeback is a reward that a partner takes back.{' '}
					<strong>Three or more chargebacks lead to an automatic ban.</strong>
				</li>
				<li>
					Using promo codes more than once through alternate accounts is promocode abuse and leads to a manual ban of
					the accounts concerned.
				</li>
				<li>
					You are told the reason of a ban. If you think it is wrong, write to{' '}
					<a href={`mailto:${legalContact}`}>{legalContact}</a>; a person will look at it.
				</li>
			</ul>

			<h2>Payouts</h2>
			<p>
				{currencyName} on {brand} ({currencySign}) are a balance with us and not money. They are paid out through a game
				pass of your own game, priced so that you receive the amount after the share that {platformName} keeps. We pay
				when all of this is true:
			</p>
			<ul>
				<li>your balance is enough for the amount;</li>
				<li>your {platformName} account is not banned there, and the pass can be bought;</li>
				<li>your earnings are legitimate, that is, made within these rules.</li>
			</ul>
			<p>
				A withdrawal that finally fails is returned to your balance. What {platformName} does with paid {currencyName}{' '}
				afterwards, such as holding them for some days, is not in our hands.
			</p>

			<h2>Liability</h2>
			<p>
				We run {brand} with care, but provide it as it is: offers belong to our partners, {platformName} to its owner,
				and both can change or fail. As far as the law allows, we are not liable for indirect losses, nor for more than
				the balance of your account. Nothing here limits rights that the law gives you as a consumer.
			</p>

			<h2>If the service ends</h2>
			<p>
				If {brand} ends, we announce it here and in the app, and you have <strong>five days</strong> from then to claim
				your funds. What is not claimed in that time lapses.
			</p>

			<h2>Changes</h2>
			<p>
				We may change these terms. The current text always stands here; changes that matter are announced before they
				apply. If you do not agree, withdraw your balance and delete your account.
			</p>

			<h2>Contact</h2>
			<p>
				<a href={`mailto:${legalContact}`}>{legalContact}</a>
			</p>
		</LegalPage>
	);
}
