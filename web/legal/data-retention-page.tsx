import { words } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { PageTitle, withParts } from '../ui/basics.tsx';
import { LegalPage } from './legal-page.tsx';
import { RetentionList } from './retention-list.tsx';

export default function DataRetentionPage() {
	return (
		<LegalPage title={m.retention_title()}>
			<PageTitle description={m.retention_lead()}>{m.retention_title()}</PageTitle>
			<p>
				{withParts(m.retention_programme(), { link: (text) => <a href={`mailto:${words.legalContact}`}>{text}</a> })}
			</p>
			<p>{m.retention_rule()}</p>
			<h2>{m.retention_register()}</h2>
			<RetentionList namesJobs />
			<h2>{m.retention_deletion()}</h2>
			<p>{m.retention_deletion_how()}</p>
			<h2>{m.retention_review()}</h2>
			<p>{m.retention_review_how()}</p>
		</LegalPage>
	);
}
