import { AGE_MIN_YEARS } from '../../contract/limits.ts';
import { brand, words } from '../lib/words.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { LegalPage } from './legal-page.tsx';

export default function PrivacyPolicyPage() {
	const { platformName, legalContact } = words;
	return (
		<LegalPage title="Privacy policy">
			<PageTitle description={`What ${brand} keeps about you, why, and for how long.`}>Privacy policy</PageTitle>
			<p>
				This page says what {brand} keeps about you, why, and whom it reaches. We keep what paying you takes, and
				nothing to sell.
			</p>

			<h2>What we collect</h2>
			<ul>
				<li>
					<strong>Your account.</strong> The email address you sign up with, a password as a one-way hash or the link to
					your Google account, and your year of birth.
				</li>
				<li>
					<strong>Your {platformName} username</strong> and its public picture, once you link them. We never ask for the
					password or cookie of that account.
				</li>
				<li>
					<strong>Your earnings and withdrawals.</strong> Which offer was credited or taken back, when, by which
					partner, and every payout with its order id and state.
				</li>
				<li>
					<strong>Analytics.</strong> How the site and the app are used: pages opened, errors, the kind of device and
					browser, and when you were last here. We look at them in total, to find faults and abuse.
				</li>
				<li>
					<strong>Location from your IP address.</strong> Your IP address tells us the country you are in. Offers depend
					on it, and it helps us to notice fraud. We do not ask for your exact position.
				</li>
			</ul>

			<h2>Offerwall partners</h2>
			<p>
				Offers and surveys come from offerwall partners. When you open an offerwall, the partner receives an identifier
				of your account, not your email address, together with what your browser sends to every site, such as your IP
				address. The partner tells us what you completed and what it is worth. What you answer in a survey goes to the
				partner and is covered by the partner's own privacy policy.
			</p>

			<h2>Payouts</h2>
			<p>
				To pay you, our payout vendor receives your {platformName} username, the game you chose, the pass and the
				amount.
			</p>

			<h2>Children</h2>
			<p>
				{brand} is not for people under {AGE_MIN_YEARS}. We ask for a date of birth when an account is made, refuse the
				account if it says under {AGE_MIN_YEARS}, and keep only the year. If you believe that a child under{' '}
				{AGE_MIN_YEARS} has an account, write to us and we will delete it.
			</p>

			<h2>Cookies and sessions</h2>
			<p>
				We set one cookie: it keeps you signed in, cannot be read by scripts, and ends when you sign out. Your browser
				also remembers whether you chose light or dark, and that you are signed in. There are no advertising cookies on
				this site. Offerwall partners may set cookies of their own inside their offers.
			</p>

			<h2>Security</h2>
			<p>
				Connections are encrypted, passwords are stored only as hashes, sign-in links work once and for a minute, and
				changes to balances are recorded and cannot be edited. No system is perfectly safe; if something happens that
				concerns you, we will tell you.
			</p>

			<h2>Transfer of data to the Netherlands</h2>
			<p>
				Our servers are in the Netherlands. Wherever you use {brand} from, your data is transferred to the Netherlands,
				and kept and processed there under the law of the European Union.
			</p>

			<h2>How long, and your rights</h2>
			<p>
				We keep your data while you have an account. You can ask for a copy, have mistakes corrected, or delete your
				account. After deletion we keep only amounts, states and order ids that no longer name you, so that the books
				still add up. You may also complain to the data protection authority of your country.
			</p>

			<h2>Links to other sites</h2>
			<p>
				{brand} links to offers, to {platformName} and to our community chat. Those third parties are responsible for
				their own sites and policies. Read them before you give them anything.
			</p>

			<h2>Changes</h2>
			<p>
				When this policy changes, the new text stands here. We announce changes that matter before they take effect.
			</p>

			<h2>Contact</h2>
			<p>
				Questions and requests about your data: <a href={`mailto:${legalContact}`}>{legalContact}</a>
			</p>
		</LegalPage>
	);
}
