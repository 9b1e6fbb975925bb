const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const START = '<script type="module" async="">';
/** Ms until scripts load without a paint: background tabs never paint, but must load too. */
const PATIENCE_MS = 1_000;

export function fetchScriptsGently(html) {
	return html.replace(PRELOAD, '<link rel="modulepreload" fetchpriority="low" href="$1"/>');
}

/** Delays scripts until the first paint; without this, the largest paint took more than twice as long. */
export function fetchScriptsAfterPaint(html) {
	if (!html.includes(START)) throw new Error('a prerendered page has nothing that starts it');
	const addresses = [...html.matchAll(PRELOAD)].map(([, address]) => address);
	return html
		.replace(PRELOAD, '')
		.replace(START, '<script type="text/plain" id="start">')
		.replace('</body>', () => `<script>${starterOf(addresses)}</script></body>`);
}

/** The CSP allows this script by its hash (`server/app/web-pages.ts`). */
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
