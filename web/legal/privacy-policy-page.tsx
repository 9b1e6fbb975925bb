import { Link } from 'react-router';
import type { CookieName } from '../../contract/accounts/cookies.ts';
import { AGE_MIN_YEARS } from '../../contract/limits.ts';
import { retentionDays } from '../../contract/site/retention.ts';
import { useCallRequest } from '../lib/calls/use-request.ts';
import { words } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { PageTitle, withParts } from '../ui/basics.tsx';
import { LegalPage } from './legal-page.tsx';
import { RetentionList } from './retention-list.tsx';

function LocationLine() {
	const { answer } = useCallRequest('getPublicStatus', null);
	const source = answer?.country_data;
	return (
		<li>
			{withParts(m.privacy_location_from_your_ip_address(), { b: (text) => <strong>{text}</strong> })}
			{source && (
				<>
					{' '}
					{source.url ? (
						<a href={source.url} target="_blank" rel="noreferrer">
							{source.text}
						</a>
					) : (
						source.text
					)}
				</>
			)}
		</li>
	);
}

const cookieLines: Readonly<Record<CookieName, () => string>> = {
	session_token: () => m.privacy_cookie_session_token(),
	dont_remember: () => m.privacy_cookie_dont_remember(),
	two_factor: () => m.privacy_cookie_two_factor(),
	state: () => m.privacy_cookie_state(),
	sign_in_error: () => m.privacy_cookie_sign_in_error(),
	age: () => m.privacy_cookie_age(),
	known_devices: () => m.privacy_cookie_known_devices(),
	language: () => m.privacy_cookie_language(),
};

export default function PrivacyPolicyPage() {
	const { legalContact } = words;
	return (
		<LegalPage title={m.common_privacy_policy()}>
			<PageTitle description={m.privacy_what_brand_keeps_about()}>{m.common_privacy_policy()}</PageTitle>
			<p>{m.privacy_this_page_says_what_brand()}</p>

			<h2>{m.privacy_what_we_collect()}</h2>
			<ul>
				<li>{withParts(m.privacy_your_account_the_email_address(), { b: (text) => <strong>{text}</strong> })}</li>
				<li>{withParts(m.privacy_your_platform_username_and_its(), { b: (text) => <strong>{text}</strong> })}</li>
				<li>{withParts(m.privacy_your_earnings_and_withdrawals_which(), { b: (text) => <strong>{text}</strong> })}</li>
				<li>{withParts(m.privacy_analytics_how_the_site(), { b: (text) => <strong>{text}</strong> })}</li>
				<li>
					{withParts(m.privacy_how_you_found_us({ days: retentionDays('sources') }), {
						b: (text) => <strong>{text}</strong>,
					})}
				</li>
				<LocationLine />
			</ul>

			<h2>{m.privacy_offerwall_partners()}</h2>
			<p>{m.privacy_offers_and_surveys_come()}</p>

			<h2>{m.privacy_payouts()}</h2>
			<p>{m.privacy_to_pay_you_our_payout()}</p>

			<h2>{m.privacy_children()}</h2>
			<p>{m.privacy_brand_is_not_for_people({ age: AGE_MIN_YEARS })}</p>

			<h2>{m.privacy_cookies_and_sessions()}</h2>
			<p>{m.privacy_cookies_all()}</p>
			<ul>
				{Object.entries(cookieLines).map(([name, line]) => (
					<li key={name}>{withParts(line(), { b: (text) => <strong>{text}</strong> })}</li>
				))}
			</ul>
			<p>{m.privacy_browser_remembers()}</p>

			<h2>{m.privacy_security()}</h2>
			<p>{m.privacy_connections_are_encrypted_passwords()}</p>

			<h2>{m.privacy_transfer_of_data()}</h2>
			<p>{m.privacy_our_servers()}</p>

			<h2>{m.privacy_how_long_and_your_rights()}</h2>
			<p>{m.privacy_we_keep_your_data_while()}</p>
			<p>{m.privacy_kept_all()}</p>
			<RetentionList />
			<p>
				<Link to="/data-retention">{m.retention_title()}</Link>
			</p>

			<h2>{m.privacy_links_to_other_sites()}</h2>
			<p>{m.privacy_brand_links_to_offers()}</p>

			<h2>{m.privacy_changes()}</h2>
			<p>{m.privacy_when_this_policy_changes()}</p>

			<h2>{m.privacy_contact()}</h2>
			<p>
				{withParts(m.privacy_questions_and_requests_about(), {
					link: (text) => <a href={`mailto:${legalContact}`}>{text}</a>,
				})}
			</p>
		</LegalPage>
	);
}
