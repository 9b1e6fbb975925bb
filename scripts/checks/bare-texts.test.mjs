import { parseAst } from 'vite';
import { bareTexts } from './bare-texts.mjs';

const found = (code) => bareTexts(parseAst(code, { lang: 'tsx' })).map(({ text }) => text);

test.each([
	['<p>Words</p>', 'Words'],
	['<p>{isOpen ? m.common_close() : `Open it`}</p>', 'Open it'],
	['<Field label="Amount" />', 'Amount'],
	['<Field hint={price && `It costs`} />', 'It costs'],
	['<nav aria-label="Account" />', 'Account'],
	['const columns = [{ title: "Reward" }]', 'Reward'],
	['const title = `Withdraw all`', 'Withdraw all'],
	['showToast("gone")', 'gone'],
])('the check reports the bare text in %s', (code, text) => {
	expect(found(code)).toEqual([text]);
});

test.each([
	'<p className="text-soft">{m.common_close()} – @{name} 404 +</p>',
	'<Field label={m.common_amount()} name="amount" autoComplete="off" />',
	'throw new Error("No provider above this component")',
	'console.warn("The session could not be read", error)',
	'headers.set("authorization", "Bearer of a token")',
	'const kind: "Some type" = value',
])('the check reports no bare text in %s', (code) => {
	expect(found(code)).toEqual([]);
});
