import { beforeEach, describe, expect, it } from 'vitest'
import { testApp } from '#server/testing/app.ts'

const { call, signedIn } = await testApp()

let curator: Awaited<ReturnType<typeof signedIn>>
beforeEach(async () => {
  curator = await signedIn({ role: 'curator', name: 'Ольга', surname: 'Кац' })
})

const inForce = async () => (await call('GET', '/api/documents/cookies')).body.document
const versions = (token?: string) => call('GET', '/api/documents/cookies/versions', token ? { token } : {})
const publish = (content: string, version: number, token = curator.token) =>
  call('POST', '/api/documents/cookies/versions', { token, body: { content, version } })
const publishNext = async (content: string) => publish(content, (await inForce()).version)

describe('a new version of a document', () => {
  it('is in force at once, and the previous one can still be read', async () => {
    const before = await inForce()
    const { status, body } = await publish('<p>Теперь иначе.</p>', before.version)
    expect(status).toBe(201)
    expect(body.document).toMatchObject({
      slug: 'cookies',
      version: before.version + 1,
      content: '<p>Теперь иначе.</p>',
    })
    expect(await inForce()).toEqual(body.document)
    const old = await call('GET', `/api/documents/cookies/versions/${before.version}`)
    expect([old.status, old.body.document]).toEqual([200, before])
  })

  it('is cleaned', async () => {
    const { body } = await publishNext(
      '<p onclick="x()">Раз<script>alert(1)</script><img src="https://else.example/a.png"></p>',
    )
    expect(body.document.content).toBe('<p>Раз</p>')
  })

  it('is refused when it is empty, or unchanged', async () => {
    expect((await publishNext('<p> </p>')).body.errors).toHaveProperty('content')
    expect((await publishNext((await inForce()).content)).body.errors).toHaveProperty('content')
    expect((await publish('', 1)).status).toBe(422)
  })

  it('loses to one that was published in the meantime, even at the same moment', async () => {
    const { version } = await inForce()
    const responses = await Promise.all(Array.from({ length: 8 }, (_, i) => publish(`<p>Версия ${i}</p>`, version)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)])
    expect((await publish('<p>Опоздала</p>', version)).status).toBe(409)
    expect((await inForce()).version).toBe(version + 1)
  })

  it('can repeat an earlier text', async () => {
    const first = (await call('GET', '/api/documents/cookies/versions/1')).body.document
    await publishNext('<p>На время</p>')
    const { status, body } = await publishNext(first.content)
    expect([status, body.document.content]).toEqual([201, first.content])
  })

  it('shows its publisher to curators alone', async () => {
    await publishNext(`<p>${crypto.randomUUID()}</p>`)
    const [newest] = (await versions(curator.token)).body.versions
    expect(newest.published_by).toEqual({ id: curator.id, name: 'Ольга', surname: 'Кац' })
    const seen = (await versions()).body.versions
    expect(seen.map((row: object) => Object.keys(row))).toEqual(seen.map(() => ['version', 'published_at']))
    expect(seen.at(-1).version).toBe(1)
    expect((await versions((await signedIn({ role: 'teacher' })).token)).body.versions[0]).not.toHaveProperty(
      'published_by',
    )
  })

  it('returns 404 for an unknown document', async () => {
    expect((await call('GET', '/api/documents/cookies/versions/999')).status).toBe(404)
    expect((await call('GET', '/api/documents/secret/versions')).status).toBe(404)
    const body = { content: '<p>Текст</p>', version: 1 }
    expect((await call('POST', '/api/documents/secret/versions', { token: curator.token, body })).status).toBe(404)
  })
})
