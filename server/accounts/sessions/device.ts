import { type TextKey, textIn } from '../../lib/language/language.ts';

/** The first match wins, because browsers also name those they derive from. */
const browsers: [RegExp, string][] = [
	[/\bEdg(e|A|iOS)?\//, 'Edge'],
	[/\bOPR\/|\bOpera\b/, 'Opera'],
	[/\bSamsungBrowser\//, 'Samsung Internet'],
	[/\b(Firefox|FxiOS)\//, 'Firefox'],
	[/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
	[/\bSafari\//, 'Safari'],
];
type TextOrName = { text: TextKey } | string;
const systems: [RegExp, TextOrName][] = [
	[/\biPad\b/, { text: 'device_ipad' }],
	[/\b(iPhone|iPod)\b|\bDarwin\//, { text: 'device_iphone' }],
	[/\bAndroid\b/, 'Android'],
	[/\bCrOS\b/, 'ChromeOS'],
	[/\bWindows\b/, 'Windows'],
	[/\bMac OS X\b|\bMacintosh\b/, { text: 'device_mac' }],
	[/\bLinux\b/, 'Linux'],
];

export function deviceInWords(userAgent: string | null, language = 'en'): string {
	const header = userAgent ?? '';
	const textOf = (name: TextOrName) => (typeof name === 'string' ? name : textIn(language, name.text));
	const program = header.startsWith('Mozilla/')
		? (nameIn(browsers, header) ?? { text: 'device_browser' as const })
		: { text: 'device_app' as const };
	const system = nameIn(systems, header);
	if (!system) return textOf(program);
	return textIn(language, 'device_on', { program: textOf(program), system: textOf(system) });
}

function nameIn<Name>(names: [RegExp, Name][], header: string): Name | undefined {
	return names.find(([pattern]) => pattern.test(header))?.[1];
}
