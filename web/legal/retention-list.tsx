import { Fragment } from 'react';
import { type Basis, type RetentionName, retention } from '../../contract/site/retention.ts';
import { m } from '../texts/messages.js';
import { withParts } from '../ui/basics.tsx';

const lines: Readonly<Record<RetentionName, () => string>> = {
	account: () => m.privacy_kept_account(),
	unfinished: () => m.privacy_kept_unfinished(),
	sessions: () => m.privacy_kept_sessions(),
	codes: () => m.privacy_kept_codes(),
	counters: () => m.privacy_kept_counters(),
	threadLinks: () => m.privacy_kept_thread_links(),
	browsers: () => m.privacy_kept_browsers(),
	importedPasswords: () => m.privacy_kept_imported_passwords(),
	places: () => m.privacy_kept_places(),
	joined: () => m.privacy_kept_joined(),
	sources: () => m.privacy_kept_sources(),
	suspicion: () => m.privacy_kept_suspicion(),
	events: () => m.privacy_kept_events(),
	deliveries: () => m.privacy_kept_deliveries(),
	clicks: () => m.privacy_kept_clicks(),
	callbacks: () => m.privacy_kept_callbacks(),
	unsigned: () => m.privacy_kept_unsigned(),
	notices: () => m.privacy_kept_notices(),
	letters: () => m.privacy_kept_letters(),
	pictures: () => m.privacy_kept_pictures(),
	liabilities: () => m.privacy_kept_liabilities(),
	books: () => m.privacy_kept_books(),
	memory: () => m.privacy_kept_memory(),
	backups: () => m.privacy_kept_backups(),
};

const reasons: Readonly<Record<Basis, () => string>> = {
	contract: () => m.privacy_basis_contract(),
	interest: () => m.privacy_basis_interest(),
	law: () => m.privacy_basis_law(),
};

function howLong({ period, isSetting }: (typeof retention)[RetentionName]): string {
	if (period === 'account') return m.privacy_kept_with_account();
	if (period === 'for-good') return m.privacy_kept_for_good();
	return isSetting ? m.privacy_kept_usually({ count: period }) : m.privacy_kept_days({ count: period });
}

export function RetentionList({ namesJobs }: { namesJobs?: boolean }) {
	const names = Object.keys(lines) as RetentionName[];
	return Object.entries(reasons).map(([basis, reason]) => (
		<Fragment key={basis}>
			<p>{reason()}</p>
			<ul>
				{names
					.filter((name) => retention[name].basis === basis)
					.map((name) => (
						<li key={name}>
							{withParts(lines[name](), { b: (text) => <strong>{text}</strong> })} {howLong(retention[name])}
							{namesJobs && retention[name].job && ` ${m.retention_job({ job: retention[name].job })}`}
						</li>
					))}
			</ul>
		</Fragment>
	));
}
