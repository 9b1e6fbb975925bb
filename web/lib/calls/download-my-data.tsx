import { useState } from 'react';
import { m } from '../../texts/messages.js';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { brand } from '../format/branding.ts';
import { saveFile } from '../save-file.ts';
import { useCall } from './clients.tsx';
import { messageOf } from './refusal.ts';

type Progress = { kind: 'idle' | 'exporting' } | { kind: 'saved'; name: string } | { kind: 'failed'; message: string };

export function DownloadMyData() {
	const [progress, setProgress] = useState<Progress>({ kind: 'idle' });
	const call = useCall();
	const isExporting = progress.kind === 'exporting';

	async function download(): Promise<void> {
		setProgress({ kind: 'exporting' });
		try {
			const data = await call('exportMyData', null);
			const name = `${brand.toLowerCase()}-${new Date(data.exported_at).toISOString().slice(0, 10)}.json`;
			saveFile(name, JSON.stringify(data, null, '\t'));
			setProgress({ kind: 'saved', name });
		} catch (error) {
			setProgress({ kind: 'failed', message: messageOf(error, m.common_failed_to_export_data()) });
		}
	}

	return (
		<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
			<Button look="quiet" disabled={isExporting} onClick={download}>
				{isExporting ? m.common_collecting() : m.common_download_my_data()}
			</Button>
			{progress.kind === 'failed' && <Notice tone="error">{progress.message}</Notice>}
			{/* Always rendered: some screen readers ignore live regions that are inserted with their text. */}
			<p role="status" className="text-sm text-soft">
				{progress.kind === 'saved' && m.common_saved_as_name({ name: progress.name })}
			</p>
		</div>
	);
}
