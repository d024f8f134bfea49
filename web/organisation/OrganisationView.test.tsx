import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { OrganisationDocument, OrganisationPage, ShownValue } from '#contract/organisation/organisation.schema.ts'
import { OrganisationText } from '#web/organisation/OrganisationView.tsx'

const document: OrganisationDocument = {
  id: 1,
  title: 'Устав',
  file: { name: 'ustav.pdf', url: '/files/ustav', type: 'application/pdf', size: 1_258_291 },
  signature: {
    signer: 'Вера Лосева',
    post: 'директор',
    signed_at: '2026-02-01T09:00:00Z',
    certificate: '00AB',
    number: null,
  },
  signature_file: { name: 'ustav.pdf.sig', url: '/files/sig', type: 'application/octet-stream', size: 2048 },
  dated_on: '2026-01-31',
  valid_from: null,
  valid_until: null,
  published: true,
  replaced_by: null,
  archived_at: null,
  created_at: '2026-02-01T09:00:00Z',
}
const nothing: ShownValue = { text: '', links: [], documents: [] }

const draw = (change: Partial<OrganisationPage>) =>
  renderToStaticMarkup(
    <OrganisationText
      page={{
        number: 3,
        title: 'Документы',
        edition: 10,
        university: false,
        before: '',
        after: '',
        blocks: {},
        more: [],
        tables: [],
        updated_at: '2026-11-12T22:00:00Z',
        published_at: '2026-11-12T20:00:00Z',
        ...change,
      }}
    />,
  )
const withDocuments = (documents: OrganisationDocument[]) =>
  draw({ blocks: { documents: [{ id: 'a', from: null, values: { ustavDocLink: { ...nothing, documents } } }] } })

/** The content under a name, element by element, without its tags. */
const under = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<(\\w+)[^>]* itemProp="${name}"[^>]*>(.*?)</\\1>`, 'g'))].map(([, tag, inside]) =>
    `${tag}: ${inside}`.replace(/<[^>]+>/g, ''),
  )

describe('a document', () => {
  it('is a link under its name, with what the law wants said of it', () => {
    const html = withDocuments([document])
    expect(under(html, 'ustavDocLink')).toEqual(['a: Устав'])
    expect(html).toContain('href="/files/ustav"')
    expect(html.replace(/<[^>]+>/g, '').replaceAll('\u00a0', ' ')).toContain(
      'Устав PDF, 1,2 МБ, от 31.01.2026Электронная подпись: Вера Лосева, директор, 01.02.2026, сертификат 00AB · Файл подписи SIG, 2 КБ',
    )
    expect(html).toContain('href="/files/sig"')
  })

  it('is beside others, each under the name', () => {
    const html = withDocuments([document, { ...document, id: 2, title: 'Изменения в устав' }])
    expect(under(html, 'ustavDocLink')).toEqual(['a: Устав', 'a: Изменения в устав'])
  })

  it('does not count once its time is over, though it is still there to read', () => {
    const html = withDocuments([{ ...document, valid_until: '2020-12-31' }])
    expect(under(html, 'ustavDocLink')).toEqual(['p: отсутствует'])
    expect(html).toContain('действовал до 31.12.2020')
    expect(html).toContain('href="/files/ustav"')
  })

  it('is gone once it was replaced or taken down', () => {
    for (const change of [{ replaced_by: 2 }, { archived_at: '2026-03-01T00:00:00Z' }]) {
      const html = withDocuments([{ ...document, ...change }])
      expect(under(html, 'ustavDocLink')).toEqual(['td: отсутствует'])
      expect(html).not.toContain('/files/ustav')
    }
  })
})

describe('a page', () => {
  it('says when it was changed and published, by the clock of its reader, who is at UTC here', () => {
    expect(draw({}).replace(/<[^>]+>/g, '')).toContain('Изменено 12.11.2026 · Опубликовано 12.11.2026')
    expect(draw({ updated_at: null, published_at: null })).toContain('Ещё не публиковалось')
  })

  it('leads to its further pages under their name', () => {
    const more = [{ title: 'Положения', url: '/documents/more' }]
    expect(under(draw({ more }), 'addRef')).toEqual(['a: Положения'])
    expect(under(draw({}), 'addRef')).toEqual([])
  })

  it('names the comfort panel in edition 9 alone', () => {
    expect(under(draw({ edition: 9 }), 'copy')).toEqual(['summary: Удобство чтения'])
    expect(under(draw({}), 'copy')).toEqual([])
  })

  it('says of which format a file is that a link leads to', () => {
    const links = [
      { title: 'Цены', url: '/api/organisation/pages/8/tables/prices' },
      { title: 'План', url: 'https://school.ru/plan.PDF?v=2' },
      { title: 'Портал', url: 'https://school.ru/' },
    ]
    const html = draw({
      blocks: { documents: [{ id: 'a', from: null, values: { ustavDocLink: { ...nothing, links } } }] },
    })
    expect(under(html, 'ustavDocLink')).toEqual(['a: Цены', 'a: План', 'a: Портал'])
    expect(html.replace(/<[^>]+>/g, '')).toContain('ЦеныCSVПланPDFПортал')
  })

  it('shows days and addresses in a text as they are read', () => {
    const values = { regDate: { ...nothing, text: '2019-03-14' }, email: { ...nothing, text: 'a@b.ru, c@d.ru' } }
    const html = draw({ number: 1, blocks: { main: [{ id: 'a', from: null, values }] } })
    expect(under(html, 'regDate')).toEqual(['td: 14.03.2019'])
    expect(under(html, 'email')).toEqual(['td: a@b.ru, c@d.ru'])
    expect(html).toContain('href="mailto:c@d.ru"')
  })
})
