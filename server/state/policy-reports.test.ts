import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { maxPolicyReports } from '#contract/state/policy-reports.ts'
import { deleteOldPolicyReports } from '#server/state/policy-reports.repo.ts'
import { policyReports } from '#server/state/policy-reports.table.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'

const { db, call, signedIn } = await testApp({ env: { PUBLIC_URL: 'https://school.example' } })
const curator = await signedIn({ role: 'curator' })
const path = '/api/settings/policy-reports'
const list = async () => (await call('GET', path, curator)).body.reports

const send = (body: unknown, type = 'application/csp-report') =>
  call('POST', '/policy-reports', {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': type, host: 'school.example' },
  })
const refused = (blocked: string, directive = 'script-src', page = 'https://school.example/profile') => ({
  'csp-report': { 'document-uri': page, 'effective-directive': directive, 'blocked-uri': blocked },
})

beforeEach(() => empty(db, 'policy_reports', 'throttle_hits'))

describe('what browsers report about the content policy', () => {
  it('is added up in both forms, without ids, secrets and the rest of addresses', async () => {
    const secret = 'https://school.example/family/Zm9vYmFy?x=1'
    await send(refused('https://evil.example/a.js?user=maria', 'script-src-elem', secret))
    const newer = (blockedURL: string) => ({
      type: 'csp-violation',
      url: secret,
      body: { documentURL: secret, effectiveDirective: 'script-src', blockedURL, sample: 'alert(1)' },
    })
    const both = [newer('https://evil.example/b.js'), newer('inline'), { type: 'deprecation', body: {} }]
    expect((await send(both, 'application/reports+json')).status).toBe(204)
    const reports = await list()
    const common = { directive: 'script-src', page: '/family/$token', first_at: expect.any(String) }
    expect(reports).toHaveLength(2)
    expect(reports).toEqual(
      expect.arrayContaining([
        { ...common, blocked: 'https://evil.example', count: 2, last_at: expect.any(String) },
        { ...common, blocked: 'inline', count: 1, last_at: expect.any(String) },
      ]),
    )
    expect(JSON.stringify(reports)).not.toMatch(/maria|Zm9v|alert/)
  })

  it.each([
    ['of another site', refused('inline', 'script-src', 'https://other.example/profile')],
    ['of an extension of the browser', refused('chrome-extension://abc/x.js')],
    ['of an unknown directive', refused('inline', 'constructor')],
    ['without what was refused', { 'csp-report': 5 }],
    ['of no known shape', [[], null, { type: 'csp-violation' }]],
  ])('is ignored when it is a report %s', async (_name, body) => {
    expect((await send(body)).status).toBe(204)
    expect(await list()).toEqual([])
  })

  it.each([
    ['{"csp-report":', 'application/csp-report', 422],
    ['', 'application/csp-report', 422],
    [`"${'x'.repeat(17_000)}"`, 'application/csp-report', 413],
    ['{}', 'application/json', 422],
  ])('is refused when it is broken, too large or of another type', async (body, type, status) => {
    expect((await send(body, type)).status).toBe(status)
  })

  it('has a limited number of groups, and of reports an hour from one network', async () => {
    await db.insert(policyReports).values(
      Array.from({ length: maxPolicyReports }, (_, i) => ({
        directive: 'img-src',
        blocked: `https://${i}.example`,
        page: '/',
        count: 1,
      })),
    )
    await send(refused('inline'))
    await send(refused('https://7.example/x.png', 'img-src', 'https://school.example/'))
    const reports = await list()
    expect(reports).toHaveLength(maxPolicyReports)
    expect(reports[0]).toMatchObject({ blocked: 'https://7.example', count: 2 })
    const statuses = []
    for (let i = 0; i < 60; i += 1) statuses.push((await send(refused('inline'))).status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(58)
    expect(statuses.at(-1)).toBe(429)
  })

  it('is forgotten after a month, or by a curator, with an entry in the journal', async () => {
    const old = new Date(Date.now() - 31 * dayMs).toISOString()
    const group = { directive: 'script-src', blocked: 'inline', count: 1 }
    await db.insert(policyReports).values([
      { ...group, page: '/old', last_at: old },
      { ...group, page: '/' },
    ])
    await deleteOldPolicyReports(db)
    expect(await list()).toMatchObject([{ page: '/' }])
    expect((await call('DELETE', path, curator)).status).toBe(204)
    expect((await call('DELETE', path, curator)).status).toBe(204)
    expect(await list()).toEqual([])
    const { entries } = (await call('GET', '/api/audit?kind=policy-reports-removed', curator)).body
    expect(entries).toMatchObject([{ actor: { id: curator.id }, after: { count: 1 } }])
  })
})
