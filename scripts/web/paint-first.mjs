const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const START = '<script type="module" async="">';
/** Nothing is painted in a tab in the background, and its page is to be ready all the same. */
const PATIENCE_MS = 1_000;

/** For a page that says nothing yet without its scripts: they are fetched at once, but never ahead of what is painted. */
export function fetchScriptsGently(html) {
	return html.replace(PRELOAD, '<link rel="modulepreload" fetchpriority="low" href="$1"/>');
}

/**
 * Scripts are fetched when the page has been painted. Neither Vite nor the router orders that; without it the largest paint came
 * more than twice as late.
 * @throws {Error} when the page has no script that starts it.
 */
export function fetchScriptsAfterPaint(html) {
	if (!html.includes(START)) throw new Error('a prerendered page has nothing that starts it');
	const addresses = [...html.matchAll(PRELOAD)].map(([, address]) => address);
	return html
		.replace(PRELOAD, '')
		.replace(START, '<script type="text/plain" id="start">')
		.replace('</body>', () => `<script>${starterOf(addresses)}</script></body>`);
}

/** The policy allows the inserted script by the hash of its text, which stands in the page (`server/app/web-pages.ts`). */
function starterOf(addresses) {
	return `(()=>{
const add=(name,more)=>document.head.append(Object.assign(document.createElement(name),more));
let isBegun=false;
const begin=()=>{
if(isBegun)return;
isBegun=true;
for(const href of ${JSON.stringify(addresses)})add('link',{rel:'modulepreload',fetchPriority:'low',href});
add('script',{type:'module',textContent:document.getElementById('start').textContent})
};
if(document.hidden)begin();
else{requestAnimationFrame(()=>setTimeout(begin));setTimeout(begin,${PATIENCE_MS})}
})()`;
}
