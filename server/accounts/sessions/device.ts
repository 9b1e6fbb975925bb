/** What `User-Agent` gives away, first match wins: browsers name those they descend from as well. */
const browsers: [RegExp, string][] = [
	[/\bEdg(e|A|iOS)?\//, 'Edge'],
	[/\bOPR\/|\bOpera\b/, 'Opera'],
	[/\bSamsungBrowser\//, 'Samsung Internet'],
	[/\b(Firefox|FxiOS)\//, 'Firefox'],
	[/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
	[/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
	[/\biPad\b/, 'an iPad'],
	[/\b(iPhone|iPod)\b|\bDarwin\//, 'an iPhone'],
	[/\bAndroid\b/, 'Android'],
	[/\bCrOS\b/, 'ChromeOS'],
	[/\bWindows\b/, 'Windows'],
	[/\bMac OS X\b|\bMacintosh\b/, 'a Mac'],
	[/\bLinux\b/, 'Linux'],
];

/** `Firefox on Windows`, `The app on Android`. No place: addresses are shown to nobody. */
export function deviceInWords(userAgent: string | null): string {
	const text = userAgent ?? '';
	const isBrowser = text.startsWith('Mozilla/');
	const program = isBrowser ? (nameIn(browsers, text) ?? 'A browser') : 'The app';
	const system = nameIn(systems, text);
	return system ? `${program} on ${system}` : program;
}

function nameIn(names: [RegExp, string][], text: string): string | undefined {
	return names.find(([pattern]) => pattern.test(text))?.[1];
}
