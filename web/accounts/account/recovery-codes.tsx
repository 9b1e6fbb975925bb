import { brand } from '../../lib/format/branding.ts';
import { saveFile } from '../../lib/save-file.ts';
import { m } from '../../texts/messages.js';
import { TextButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

export function RecoveryCodes({ codes }: { codes: string[] }) {
	return (
		<div>
			<p className="text-soft">{m.identity_when_your_phone_is_lost()}</p>
			<ul
				aria-label={m.common_recovery_codes()}
				className="mt-4 grid grid-cols-2 gap-x-6 gap-y-2 rounded-control bg-sunken p-4 font-mono max-[23rem]:grid-cols-1"
			>
				{codes.map((code) => (
					<li key={code}>{code}</li>
				))}
			</ul>
			<div className="mt-2 flex flex-wrap items-center gap-x-6">
				<CopyButton text={codes.join('\n')} label={m.identity_copy_the_codes()} />
				<TextButton className="min-h-11 text-sm" onClick={() => download(codes)}>
					{m.identity_download_as_a_file()}
				</TextButton>
			</div>
		</div>
	);
}

function download(codes: string[]): void {
	const text = `${m.identity_recovery_codes_file()}\n\n${codes.join('\n')}\n`;
	saveFile(`${brand.toLowerCase()}-recovery-codes.txt`, text);
}
