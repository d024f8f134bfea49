import { lookup } from 'mime-types'
import { expect, test } from 'vitest'
import { drawDemoFiles, withDrawings } from '#demo/build-demo-files.ts'
import { openPicture } from '#server/pictures/picture-formats.ts'
import { extensionOf } from '#server/uploads/file-name.ts'
import { seeType } from '#server/uploads/file-type.ts'
import { demoFiles } from './files.ts'

const drawn = await withDrawings(drawDemoFiles)
const again = await withDrawings(drawDemoFiles)

/** Detached signatures have no magic number; the table of names takes them for those of PGP. */
const typeBy = (name: string) => (name.endsWith('.sig') ? 'application/octet-stream' : lookup(extensionOf(name)))

test.each(demoFiles)('$name has the type of its name, is small, and the same every time', async ({ key, name }) => {
  const bytes = drawn.get(key) ?? Buffer.alloc(0)
  expect(bytes.length).toBeLessThan(250_000)
  expect((await seeType(bytes, { name, type: '' })).type).toBe(typeBy(name))
  expect(again.get(key)?.equals(bytes)).toBe(true)
})

test('after everything is drawn, no SVG can be opened any more', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
  await expect((await openPicture(svg, 1)).toBuffer()).rejects.toThrow(/unsupported/)
})
