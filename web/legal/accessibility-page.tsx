import { words } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { PageTitle, withParts } from '../ui/basics.tsx';
import { useReplyTime } from '../ui/help/use-reply-time.ts';
import { LegalPage } from './legal-page.tsx';

export default function AccessibilityPage() {
	return (
		<LegalPage title={m.accessibility_title()} isUndated>
			<PageTitle description={m.accessibility_lead()}>{m.accessibility_title()}</PageTitle>
			<p>{m.accessibility_aim()}</p>
			<h2>{m.accessibility_done()}</h2>
			<p>{m.accessibility_done_text()}</p>
			<h2>{m.accessibility_missing()}</h2>
			<p>{m.accessibility_missing_text()}</p>
			<h2>{m.accessibility_report()}</h2>
			<p>
				{withParts(m.accessibility_report_how(), {
					link: (text) => <a href={`mailto:${words.legalContact}`}>{text}</a>,
				})}
			</p>
			<p>
				{useReplyTime()} {m.accessibility_report_authority()}
			</p>
		</LegalPage>
	);
}
