import { m } from '../../texts/messages.js';
import { Button, Notice } from '../../ui/basics.tsx';
import { brand } from '../format/formats.ts';
import { useRecentSignIn } from '../recent-sign-in.ts';
import { saveFile } from '../save-file.ts';
import { useSending } from '../use-sending.ts';
import { useCall } from './clients.tsx';

export function DownloadMyData() {
	const { answer: name, problem, isSending, send } = useSending<string>(m.common_failed_to_export_data());
	const call = useCall();
	const recent = useRecentSignIn();

	async function download(): Promise<string> {
		const data = await recent.run(() => call('exportMyData', null), { place: 'data' });
		const name = `${brand.toLowerCase()}-${new Date(data.exported_at).toISOString().slice(0, 10)}.json`;
		saveFile(name, JSON.stringify(data, null, '\t'));
		return name;
	}

	return (
		<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
			<Button look="quiet" disabled={isSending} onClick={() => void send(download)}>
				{isSending ? m.common_collecting() : m.common_download_my_data()}
			</Button>
			{problem && <Notice tone="error">{problem}</Notice>}
			{/* Always rendered: some screen readers ignore live regions that are inserted with their text. */}
			<p role="status" className="text-sm text-soft">
				{name && m.common_saved_as_name({ name })}
			</p>
		</div>
	);
}
