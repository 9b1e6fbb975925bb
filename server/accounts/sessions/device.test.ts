import { deviceInWords } from './device.ts';

test.each([
	[
		'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
		'Edge on Windows',
	],
	[
		'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
		'Safari on a Mac',
	],
	['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
	[
		'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
		'Chrome on Android',
	],
	[
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
		'Chrome on an iPhone',
	],
	['Lootpass/7 CFNetwork/1500 Darwin/24.0.0', 'The app on an iPhone'],
	['okhttp/4.12.0', 'The app'],
	['Mozilla/5.0 (an unknown device)', 'A browser'],
	[null, 'The app'],
])('reads the user agent %s as %s', (userAgent, words) => expect(deviceInWords(userAgent)).toBe(words));

test('names a device in the requested language', () => {
	expect(deviceInWords('Lootpass/7 CFNetwork/1500 Darwin/24.0.0', 'de')).toBe('Die App auf einem iPhone');
	expect(deviceInWords('okhttp/4.12.0', 'de')).toBe('Die App');
});
