import { useState } from 'react';
import { readCannedAnswers } from '../../../contract/admin/canned-answers.ts';
import { SelectField } from '../ui/forms.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';

const languages = { en: 'English', de: 'German' };

export const hasPlaceholder = (text: string) => /\[[^\]]+\]/.test(text);
export const unfilled = 'Replace the text in brackets first.';

export function TemplateFields({ onChoose }: { onChoose: (text: string, form: HTMLFormElement | null) => void }) {
	const [language, setLanguage] = useState<'en' | 'de'>('en');
	const { data, error, retry } = useAdminQuery('adminGetSettings', null, { failed: "Couldn't load the templates." });
	if (error && !data) return <RetryNotice error={error} onRetry={retry} />;
	const stored = data?.items.find(({ name }) => name === 'CANNED_ANSWERS')?.value;
	const answers = readCannedAnswers(String(stored ?? '')) ?? [];
	return (
		<div className="grid gap-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
			<SelectField
				label="Language"
				value={language}
				options={Object.entries(languages)}
				onChange={({ target }) => setLanguage(target.value as 'en' | 'de')}
			/>
			<SelectField
				label="Template"
				value=""
				options={[['', 'Choose a template'], ...answers.map(({ label }) => [label, label] as const)]}
				onChange={({ target }) => {
					const answer = answers.find(({ label }) => label === target.value);
					if (answer) onChoose(answer[language], target.form);
				}}
			/>
		</div>
	);
}
