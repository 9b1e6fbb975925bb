import { Link } from 'react-router';
import { AGE_MIN_YEARS } from '../../contract/limits.ts';
import { words } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { PageTitle, withParts } from '../ui/basics.tsx';
import { LegalPage } from './legal-page.tsx';

export default function TermsOfServicePage() {
	const { legalContact } = words;
	return (
		<LegalPage title={m.common_terms_of_service()}>
			<PageTitle description={m.terms_the_rules_of_brand_accounts()}>{m.common_terms_of_service()}</PageTitle>
			<p>
				{withParts(m.terms_these_are_the_rules_between(), { link: (text) => <Link to="/privacy-policy">{text}</Link> })}
			</p>

			<h2>{m.terms_your_account()}</h2>
			<ul>
				<li>{m.terms_you_must_be_at_least({ age: AGE_MIN_YEARS })}</li>
				<li>{m.terms_you_sign_in_here()}</li>
				<li>{withParts(m.terms_we_never_ask(), { b: (text) => <strong>{text}</strong> })}</li>
				<li>{m.terms_one_account_per_person_link()}</li>
			</ul>

			<h2>{m.terms_fair_earning()}</h2>
			<ul>
				<li>{m.terms_answer_surveys_truthfully_lying()}</li>
				<li>{m.terms_no_manipulation_of_offers_tracking()}</li>
				<li>{m.terms_a_reward_belongs()}</li>
			</ul>

			<h2>{m.terms_chargebacks_and_bans()}</h2>
			<ul>
				<li>{withParts(m.terms_a_chargeback_is_a_reward(), { b: (text) => <strong>{text}</strong> })}</li>
				<li>{m.terms_using_promo_codes_more_than()}</li>
				<li>{withParts(m.terms_you_are_told_the_reason(), { link: (text) => <Link to="/appeal">{text}</Link> })}</li>
			</ul>

			<h2>{m.terms_payouts()}</h2>
			<p>{m.terms_currency_on_brand_sign()}</p>
			<ul>
				<li>{m.terms_your_balance_is_enough()}</li>
				<li>{m.terms_your_platform_account_is_not()}</li>
				<li>{m.terms_your_earnings_are_legitimate()}</li>
			</ul>
			<p>{m.terms_a_withdrawal_that_finally_fails()}</p>

			<h2>{m.terms_liability()}</h2>
			<p>{m.terms_we_run_brand_with_care()}</p>

			<h2>{m.terms_if_the_service_ends()}</h2>
			<p>{withParts(m.terms_if_brand_ends_we_announce(), { b: (text) => <strong>{text}</strong> })}</p>

			<h2>{m.terms_changes()}</h2>
			<p>{m.terms_we_may_change_these_terms()}</p>

			<h2>{m.terms_contact()}</h2>
			<p>
				<a href={`mailto:${legalContact}`}>{legalContact}</a>
			</p>
		</LegalPage>
	);
}
