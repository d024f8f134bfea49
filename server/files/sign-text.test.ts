import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { withoutSignatures } from '#contract/files/file-address.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import { fileLink, isFileLink } from '#server/files/file-link.ts'
import type { FileRecord } from '#server/files/files.table.ts'
import { openAddress, signText } from '#server/files/sign-text.ts'

// links stay the same within an hour, so the clock must not pass the end of one
vi.useFakeTimers({ toFake: ['Date'] })
afterAll(() => {
  vi.useRealTimers()
})

const file = (id: string, values: Partial<FileRecord> = {}): FileRecord => ({
  id,
  user_id: 1,
  name: 'Эскиз.png',
  type: 'image/png',
  disguised: false,
  size: 9,
  sha256: null,
  status: 'ready',
  width: 1600,
  height: 900,
  link_key: randomBytes(32),
  created_at: '',
  touched_at: '',
  ...values,
})

const wide = file('a'.repeat(32))
const narrow = file('b'.repeat(32), { width: 500, height: 700 })
const film = file('c'.repeat(32), { width: null, height: null, type: 'video/mp4' })
const foreign = 'd'.repeat(32)
const files = new Map([wide, narrow, film].map((file) => [file.id, file]))

const inHtml = (address: string) => address.replaceAll('&', '&amp;')

describe('a text as it is returned', () => {
  it('shows a picture with its size and smaller copies', () => {
    expect(signText(`<p>а<img src="/files/${wide.id}" alt="Кот" />б</p>`, files)).toBe(
      `<p>а<img src="${inHtml(fileLink(wide))}" width="1600" height="900" srcset="${inHtml(fileLink(wide, 'w960'))} 960w, ${inHtml(
        fileLink(wide),
      )} 1600w" sizes="(max-width: 800px) 100vw, 800px" loading="lazy" decoding="async" alt="Кот" />б</p>`,
    )
  })

  it('has no copy larger than the picture, and keeps the width its writer set', () => {
    const shown = (file: FileRecord) =>
      signText(`<img src="/files/${file.id}" data-width="25" />`, new Map([[file.id, file]]), openAddress)
    expect(shown(narrow)).toBe(
      `<img src="/files/${narrow.id}" width="500" height="700" loading="lazy" decoding="async" data-width="25" />`,
    )
    expect(shown({ ...wide, width: 4000 })).toContain(
      ` srcset="/files/${wide.id}/w960 960w, /files/${wide.id}/w1920 1920w" sizes="(max-width: 800px) 25vw, 200px"`,
    )
  })

  it('links to films, captions and files, and to pictures without a known size', () => {
    const link = inHtml(fileLink(film))
    const html = `<video src="/files/${film.id}"><track src="/files/${film.id}" /></video><a data-type="file" href="/files/${film.id}">x</a><img src="/files/${film.id}" />`
    expect(signText(html, files)).toBe(
      `<video src="${link}" controls preload="metadata"><track src="${link}" kind="captions" srclang="ru" label="Субтитры" default /></video><a data-type="file" href="${link}">x</a><img src="${link}" loading="lazy" decoding="async" />`,
    )
  })

  it('contains valid links', () => {
    const [, address = ''] = /href="([^"]*)"/.exec(signText(`<a href="/files/${wide.id}">x</a>`, files)) ?? []
    const query = new URL(address.replaceAll('&amp;', '&'), 'https://site.invalid').searchParams
    expect(isFileLink(wide, Object.fromEntries(query))).toBe(true)
    expect(isFileLink(narrow, Object.fromEntries(query))).toBe(false)
  })

  it('leaves text and the files of others alone', () => {
    const html = `<p>src="/files/${wide.id}" &lt;img src="/files/${wide.id}"&gt;</p><img src="/files/${foreign}" alt="" /><a href="/lessons/1">x</a>`
    expect(signText(html, files)).toBe(html)
  })

  it('is open to everybody without a signature', () => {
    const html = signText(`<img src="/files/${wide.id}" alt="" /><a href="/files/${film.id}">x</a>`, files, openAddress)
    expect(html).not.toContain('signature')
    expect(html).toContain(`src="/files/${wide.id}" width`)
    expect(html).toContain(`srcset="/files/${wide.id}/w960 960w, /files/${wide.id} 1600w"`)
  })
})

const id = fc.constantFrom(wide.id, narrow.id, film.id, foreign)
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    ' src="',
    `"/files/${wide.id}"`,
    '" data-width="50',
    '>',
    '<',
    '&amp;',
    `<img src="/files/${wide.id}">`,
  ),
)
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const part = fc.oneof(
  anyText.map((text) => `<p>${escaped(text)}</p>`),
  anyText.map((text) => `<p>${text.replaceAll('<', '&lt;')}</p>`),
  fc.tuple(id, anyText, fc.constantFrom('', ' data-width="50"')).map(([id, alt, width]) => {
    return `<img alt="${escaped(alt)}"${width} src="/files/${id}">`
  }),
  fc
    .tuple(id, anyText)
    .map(([id, name]) => `<video src="/files/${id}" data-name="${escaped(name)}"><track src="/files/${id}"></video>`),
  fc
    .tuple(id, anyText)
    .map(([id, name]) => `<a data-type="file" href="/files/${id}" data-size="5">${escaped(name)}</a>`),
  id.map((id) => `<p><a href="/files/${id}">x</a> <a href="https://a.example/files/${id}">y</a></p>`),
)

describe('a text that is saved as it was returned', () => {
  it('equals the kept text', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom(fileLink, openAddress), (parts, addressOf) => {
        const kept = cleanHtml(parts.join(''), 'lesson')
        const answered = signText(kept, files, addressOf)
        expect(cleanHtml(answered, 'lesson')).toBe(kept)
        expect(signText(cleanHtml(answered, 'lesson'), files, addressOf)).toBe(answered)
      }),
      { numRuns: 500 },
    )
  })

  it('differs from another response only in its signatures', () => {
    const kept = `<img src="/files/${wide.id}" alt="" /><a href="/files/${film.id}">x</a>`
    const later = new Map([wide, film].map((file) => [file.id, { ...file, link_key: randomBytes(32) }]))
    const [one, other] = [signText(kept, files), signText(kept, later)]
    expect(one).not.toBe(other)
    expect(withoutSignatures(one)).toBe(withoutSignatures(other))
  })
})
