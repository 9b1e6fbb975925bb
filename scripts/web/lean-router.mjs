const LIBRARY = 'node_modules/react-router/dist/production/lib/';

/** What the rest of the library asks of each file, said for pages that no server renders and that have no loaders. */
const standIns = {
	// Asks a server for a page's data. Pages bring an empty state along (the last scripts of each).
	'dom/ssr/single-fetch.js': {
		decodeViaTurboStream: 'async () => ({ value: { loaderData: {} } })',
		getTurboStreamSingleFetchDataStrategy: '() => undefined',
		...unused('getSingleFetchDataStrategyImpl', 'singleFetchUrl', 'stripIndexParam'),
		...unused('NO_BODY_STATUS_CODES', 'SingleFetchRedirectSymbol', 'StreamTransfer'),
	},
	// Asks a server which routes there are. The manifest has all of them.
	'dom/ssr/fog-of-war.js': {
		isFogOfWarEnabled: '() => false',
		getPatchRoutesOnNavigationFunction: '() => undefined',
		useFogOFWarDiscovery: '() => undefined',
		...unused('getManifestPath', 'getPartialManifest', 'getPathsWithAncestors'),
		...unused('handleClientVersionMismatch', 'URL_LIMIT'),
	},
	// Tells a program what the router does.
	'router/instrumentation.js': {
		consumeInstrumentationClientResultMetaReceiver: '() => undefined',
		...unused('getRouteInstrumentationUpdates', 'instrumentClientSideRouter'),
		...unused('instrumentHandler', 'instrumentationResultMetaContext'),
	},
};

/**
 * Spares each page 5.6 kB of its router (decision 15). A file that a new version moved, or a name that it adds, fails the build.
 * @returns {import('vite').Plugin}
 */
export function leanRouter() {
	const replaced = new Set();
	return {
		name: 'lean-router',
		apply: 'build',
		enforce: 'pre',
		applyToEnvironment: ({ name }) => name === 'client',
		load(id) {
			const [, file] = id.split(LIBRARY);
			if (!standIns[file]) return undefined;
			replaced.add(file);
			const names = Object.entries(standIns[file]);
			return names.map(([name, value]) => `export const ${name} = ${value};`).join('\n');
		},
		buildEnd(error) {
			const missing = Object.keys(standIns).filter((file) => !replaced.has(file));
			if (!error && missing.length > 0) this.error(`React Router has no ${missing.join(', ')} any more`);
		},
	};
}

function unused(...names) {
	return Object.fromEntries(names.map((name) => [name, 'undefined']));
}
