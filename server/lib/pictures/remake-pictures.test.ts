import sharp from 'sharp';
import { createPictureRemaker, PictureRefused } from './remake-pictures.ts';

const INSIDE = { side: 1_600, fit: 'inside' } as const;

const pictures = createPictureRemaker();
afterAll(() => pictures.close());

const plain = (width: number, height: number) =>
	sharp({ create: { width, height, channels: 3, background: '#336699' } });

test('a picture is re-encoded, smaller, upright and without metadata', async () => {
	const taken = await plain(3_000, 1_500)
		.jpeg()
		.withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
		.withMetadata({ orientation: 6 })
		.toBuffer();
	expect(taken.includes('Exif')).toBe(true);
	const made = await pictures.remake(taken, INSIDE);
	expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width: 800, height: 1_600 });
	expect((await sharp(made).metadata()).exif).toBeUndefined();
});

test('a small picture is not enlarged', async () => {
	const made = await pictures.remake(await plain(40, 20).png().toBuffer(), INSIDE);
	expect(await sharp(made).metadata()).toMatchObject({ width: 40, height: 20 });
});

test.each<[string, () => Promise<Buffer> | Buffer]>([
	['text', () => Buffer.from('<html>not a picture</html>')],
	['an SVG with a script', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
	['an unsupported format', () => plain(10, 10).gif().toBuffer()],
	['a truncated picture', async () => (await plain(500, 500).jpeg().toBuffer()).subarray(0, 300)],
	['a side above the limit', () => plain(4_097, 1).png().toBuffer()],
	['more than 12 megapixels', () => plain(4_096, 4_096).png().toBuffer()],
	['a decompression bomb', () => plain(9_000, 9_000).png().toBuffer()],
	['an empty file', () => Buffer.alloc(0)],
])('rejects %s, and still processes the next picture', async (_, make) => {
	await expect(pictures.remake(await make(), INSIDE)).rejects.toThrow(PictureRefused);
	expect(await pictures.remake(await plain(10, 10).png().toBuffer(), INSIDE)).toBeDefined();
});

test('processes concurrent pictures in turn', async () => {
	const one = await plain(800, 800).png().toBuffer();
	const made = await Promise.all(Array.from({ length: 6 }, () => pictures.remake(one, { ...INSIDE, side: 400 })));
	expect(made.filter(Boolean)).toHaveLength(6);
});

test("a user's queued pictures do not delay those of another user, or fill the queue", async () => {
	const large = await plain(2_000, 2_000).png().toBuffer();
	const done: string[] = [];
	const remake = (by: string) => pictures.remake(large, INSIDE, by).then(() => done.push(by));
	const flood = Promise.allSettled(Array.from({ length: 60 }, () => remake('one')));
	await remake('two');
	expect(done.filter((by) => by === 'one').length).toBeLessThanOrEqual(2);
	expect((await flood).filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
});
