import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { logSources } from '../../contract/limits.ts';
import { AdminHeading } from './admin-heading.tsx';
import { CallbackLog } from './callback-log.tsx';
import { EventLog, type LogFilter } from './event-log.tsx';
import { FilterBar } from './filter-bar.tsx';
import { SelectField, TextField } from './filter-fields.tsx';
import { ViewTabs, viewIn } from './view-tabs.tsx';

const texts = {
	heading: 'Logs',
	lead: 'What happened at the edges: ways in, refusals, vendors, jobs, mails; and the callbacks of partners.',
	views: 'Log',
	filters: 'Filters',
	source: 'Of',
	allSources: 'Everything',
	sources: {
		'sign-in': 'Ways in',
		refusal: 'Refusals',
		vendor: 'Vendor calls',
		job: 'Jobs',
		mail: 'Mails',
	},
	outcome: 'Outcome',
	allOutcomes: 'All',
	failedOnly: 'What did not go well',
	uid: 'User id',
	orderId: 'Order',
	follow: 'Follow live',
};

const views = [
	{ name: 'events', label: 'Events' },
	{ name: 'callbacks', label: 'Postbacks' },
] as const;

export default function LogsPage() {
	const { search } = useLocation();
	const shown = viewIn(views, search);
	const [isFollowing, setFollowing] = useState(false);
	return (
		<>
			<AdminHeading
				lead={texts.lead}
				actions={
					<label className="flex min-h-11 items-center gap-2 font-semibold">
						<input
							type="checkbox"
							className="size-5 accent-accent"
							checked={isFollowing}
							onChange={({ target }) => setFollowing(target.checked)}
						/>
						{texts.follow}
					</label>
				}
			>
				{texts.heading}
			</AdminHeading>
			<ViewTabs label={texts.views} views={views} shown={shown} />
			{shown === 'events' ? <Events isFollowing={isFollowing} /> : <CallbackLog isFollowing={isFollowing} />}
		</>
	);
}

function Events({ isFollowing }: { isFollowing: boolean }) {
	const navigate = useNavigate();
	const { search } = useLocation();
	const filter = filterOf(search);

	function apply(fields: FormData): void {
		const wanted = ['source', 'outcome', 'uid', 'orderId'].flatMap((name) => {
			const value = String(fields.get(name) ?? '').trim();
			return value ? [[name, value]] : [];
		});
		navigate(`?${new URLSearchParams([['show', 'events'], ...wanted])}`, { replace: true });
	}

	return (
		<>
			<FilterBar key={search} label={texts.filters} onApply={apply}>
				<SelectField label={texts.source} name="source" defaultValue={filter.source ?? ''} className="w-44">
					<option value="">{texts.allSources}</option>
					{logSources.map((source) => (
						<option key={source} value={source}>
							{texts.sources[source]}
						</option>
					))}
				</SelectField>
				<SelectField label={texts.outcome} name="outcome" defaultValue={filter.failed ? 'failed' : ''} className="w-52">
					<option value="">{texts.allOutcomes}</option>
					<option value="failed">{texts.failedOnly}</option>
				</SelectField>
				<TextField label={texts.uid} name="uid" maxLength={36} defaultValue={filter.uid} className="min-w-44 flex-1" />
				<TextField
					label={texts.orderId}
					name="orderId"
					maxLength={64}
					defaultValue={filter.orderId}
					className="min-w-44 flex-1"
				/>
			</FilterBar>
			<EventLog filter={filter} isFollowing={isFollowing} sourceNames={texts.sources} />
		</>
	);
}

function filterOf(query: string): LogFilter {
	const parameters = new URLSearchParams(query);
	const source = logSources.find((one) => one === parameters.get('source'));
	const uid = parameters.get('uid');
	const orderId = parameters.get('orderId');
	return {
		...(source && { source }),
		...(uid && { uid }),
		...(orderId && { orderId }),
		failed: parameters.get('outcome') === 'failed',
	};
}
