import { globSync, readFileSync } from 'node:fs';

test.each(globSync('server/**/feature.ts', { exclude: ['server/lib/**'] }))(
	'%s takes its erasure from erase-user.ts and its export from export-user.ts',
	(path) => {
		const text = readFileSync(path, 'utf8');
		const importsOf = (file: string) =>
			new RegExp(`import \\{([^}]*)\\} from '\\./${file}\\.ts'`).exec(text)?.[1]?.match(/\w+/g) ?? [];
		const [, erase] = /^\terase: (.*),$/m.exec(text) ?? [];
		if (/^\terase\b/m.test(text)) expect(importsOf('erase-user')).toContain(erase);
		const [, parts] = /^\texports: \{([^}]*)\}/m.exec(text) ?? [];
		const exporters = [...(parts ?? '').matchAll(/: (\w+)/g)].map(([, name]) => name);
		expect(importsOf('export-user')).toEqual(expect.arrayContaining(exporters));
	},
);
