import { brand } from '../lib/words.ts';
import { TextButton } from '../ui/button.tsx';
import { CopyButton } from './copy-button.tsx';

/** The recovery codes, which the server shows once and keeps unreadable. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
	return (
		<div>
			<p className="text-soft">
				When your phone is lost, each of these signs you in once. They are shown only now: keep them where your phone is
				not.
			</p>
			<ul
				aria-label="Recovery codes"
				className="mt-4 grid grid-cols-2 gap-x-6 gap-y-2 rounded-control bg-sunken p-4 font-mono max-[23rem]:grid-cols-1"
			>
				{codes.map((code) => (
					<li key={code}>{code}</li>
				))}
			</ul>
			<div className="mt-2 flex flex-wrap items-center gap-x-6">
				<CopyButton text={codes.join('\n')} label="Copy the codes" />
				<TextButton className="min-h-11 text-sm" onClick={() => download(codes)}>
					Download as a file
				</TextButton>
			</div>
		</div>
	);
}

function download(codes: string[]): void {
	const text = `Recovery codes for ${brand}. Each works once.\n\n${codes.join('\n')}\n`;
	const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
	const link = document.createElement('a');
	link.href = url;
	link.download = `${brand.toLowerCase()}-recovery-codes.txt`;
	link.click();
	// The browser reads it after the click; there is no event for when it has.
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
