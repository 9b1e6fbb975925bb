import { useState } from 'react';
import { SelectField } from '../ui/tables/filter-fields.tsx';
import { cannedAnswers } from './canned-answers.ts';

const texts = {
	languages: { en: 'English', de: 'German' },
};

export const hasPlaceholder = (text: string) => /\[[^\]]+\]/.test(text);
export const unfilled = 'Replace the text in brackets first.';

export function TemplateFields({ onChoose }: { onChoose: (text: string, form: HTMLFormElement | null) => void }) {
	const [language, setLanguage] = useState<'en' | 'de'>('en');
	return (
		<div className="grid gap-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
			<SelectField
				label="Language"
				value={language}
				options={Object.entries(texts.languages)}
				onChange={({ target }) => setLanguage(target.value as 'en' | 'de')}
			/>
			<SelectField
				label="Template"
				value=""
				options={[['', 'Choose a template'], ...cannedAnswers.map(({ label }) => [label, label] as const)]}
				onChange={({ target }) => {
					const answer = cannedAnswers.find(({ label }) => label === target.value);
					if (answer) onChoose(answer[language], target.form);
				}}
			/>
		</div>
	);
}
