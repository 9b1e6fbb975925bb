/**
 * Parts of React Router that can do nothing here, by their file: this site's pages know all routes from the start, and
 * nobody observes its navigations. They stand in the path of the ones that are used, so nothing else leaves them out.
 */
const unused = {
	'lib/dom/ssr/fog-of-war.js': `
		export const isFogOfWarEnabled = () => false;
		export const getPatchRoutesOnNavigationFunction = () => undefined;
		export const useFogOFWarDiscovery = () => {};
		export const getPartialManifest = (manifest) => manifest;`,
	'lib/router/instrumentation.js': `
		export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
		export const getRouteInstrumentationUpdates = () => ({});
		export const instrumentClientSideRouter = (router) => router;`,
};
const FOLDER = '/react-router/dist/production/';
const COMPONENTS = 'lib/dom/lib.js';

/**
 * A Vite plugin that leaves out of the browser's bundle what the router never does here (3 kB of 125).
 *
 * @returns {import('vite').Plugin}
 */
export function leanRouter() {
	return {
		name: 'lean-router',
		apply: 'build',
		enforce: 'pre',
		applyToEnvironment: ({ name }) => name === 'client',
		transform(code, id) {
			const file = id.split(FOLDER)[1];
			if (file in unused) return { code: standIn(code, unused[file]), map: null };
			if (file !== COMPONENTS) return undefined;
			// Components that no page uses go away when it is known that making them does nothing else.
			const pure = code.replaceAll('= React$1.forwardRef(', '= /* @__PURE__ */ React$1.forwardRef(');
			return { code: pure.replace(/^\w+\.displayName = .*$/gm, ''), map: null };
		},
	};
}

/** What else a file exports is for servers. The names stay, for those who import them and are left out themselves. */
function standIn(code, used) {
	const names = code.match(/^export \{ (.*) \};$/m)[1].split(', ');
	const others = names.filter((name) => !used.includes(` ${name} `));
	return `${used}\n${others.map((name) => `export const ${name} = undefined;`).join('\n')}`;
}
