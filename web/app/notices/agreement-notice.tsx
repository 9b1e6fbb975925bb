import type { UserDocument } from '../../../contract/accounts/profiles.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { language } from '../../lib/format/formats.ts';
import { useSending } from '../../lib/use-sending.ts';
import { m } from '../../texts/messages.js';
import { Button, TextLink, withParts } from '../../ui/basics.tsx';

export function AgreementNotice({ toAgree }: { toAgree: NonNullable<UserDocument['to_agree']> }) {
	const call = useCall();
	const { answer, problem, isSending, send } = useSending<'agreed'>(m.app_agree_failed());
	const versions = toAgree.versions[language];
	if (!versions || answer) return null;

	const agree = async () => {
		await call('agreeToDocuments', { versions });
		return 'agreed' as const;
	};
	const sentence = toAgree.is_changed ? m.app_documents_changed() : m.app_documents_not_agreed();
	const leadsTo = (path: string) => (text: string) => <TextLink to={path}>{text}</TextLink>;
	return (
		<section aria-label={m.app_documents()} className="border-b border-line bg-sunken">
			<div className="mx-auto flex max-w-5xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 text-sm sm:px-6">
				<p className="max-w-[75ch] min-w-0 flex-1 basis-72">
					{withParts(sentence, { terms: leadsTo('/terms-of-service'), privacy: leadsTo('/privacy-policy') })}
					{problem && (
						<span role="alert" className="block text-danger">
							{problem}
						</span>
					)}
				</p>
				<Button look="quiet" className="min-h-11" aria-disabled={isSending} onClick={() => void send(agree)}>
					{m.app_agree()}
				</Button>
			</div>
		</section>
	);
}
