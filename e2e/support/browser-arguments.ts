/** For a browser that runs as root in a container, and that talks to nobody but the pages under test. */
export const browserArguments = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];
