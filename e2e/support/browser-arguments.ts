/** What Playwright switches off itself: a second list takes the place of the first. */
const offForPlaywright = [
	'AimEnabled',
	'AvoidCorsURLLoaderRestartOnRedirect',
	'AvoidUnnecessaryBeforeUnloadCheckSync',
	'DestroyProfileOnBrowserClose',
	'HttpsFirstBalancedModeAutoEnable',
	'HttpsUpgrades',
	'LensOverlay',
	'MediaRouter',
	'NetworkTimeServiceQuerying',
	'OptimizationHints',
	'PaintHolding',
	'PreconnectToSearch',
	'TcpPortRandomizationWin',
	'ThirdPartyStoragePartitioning',
];
/** Pages that the browser loads for its address bar with every window: half of what a short journey costs. */
const addressBarPages = ['WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxPopup'];

/** For a browser that runs as root in a container, and that talks to nobody but the pages under test. */
export const browserArguments = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	`--disable-features=${[...offForPlaywright, ...addressBarPages].join(',')}`,
];
