import { z } from 'zod'
import { matchPage, pages } from '#contract/pages.ts'
import { type PolicyDirective, policyDirectives } from '#contract/state/policy-reports.ts'
import type { Refused } from '#server/state/policy-reports.repo.ts'

/** Max reports of one request that are read; browsers send a few together. */
const maxAtOnce = 20

const Text = z.string().max(4000).catch('')

/** The body of `report-uri` (CSP 2). */
const OldReport = z.object({
  'csp-report': z
    .object({ 'document-uri': Text, 'effective-directive': Text, 'violated-directive': Text, 'blocked-uri': Text })
    .transform((report) => ({
      page: report['document-uri'],
      directive: report['effective-directive'] || report['violated-directive'],
      blocked: report['blocked-uri'],
    })),
})

/** One of the reports of `report-to` (Reporting API). */
const NewReport = z.object({
  type: z.literal('csp-violation'),
  body: z
    .object({ documentURL: Text, effectiveDirective: Text, blockedURL: Text })
    .transform(({ documentURL, effectiveDirective, blockedURL }) => ({
      page: documentURL,
      directive: effectiveDirective,
      blocked: blockedURL,
    })),
})

type Report = z.output<typeof NewReport>['body']

const reportsIn = (body: unknown): Report[] => {
  const old = OldReport.safeParse(body)
  if (old.success) return [old.data['csp-report']]
  const list = Array.isArray(body) ? body.slice(0, maxAtOnce) : []
  return list.flatMap((each) => NewReport.safeParse(each).data?.body ?? [])
}

/** `script-src-elem` and «script-src 'self'» are `script-src`. */
const directiveOf = (text: string): PolicyDirective | null => {
  const name = text.split(' ')[0]?.replace(/-(elem|attr)$/, '') ?? ''
  return Object.hasOwn(policyDirectives, name) ? (name as PolicyDirective) : null
}

/** Max characters of a scheme and host that are kept. */
const maxBlocked = 120

/** Only scheme and host: the rest of an address may be somebody's secret. Null: an extension of the browser did it. */
const blockedOf = (text: string, hosts: string[]): string | null => {
  if (/^[a-z-]{0,20}$/.test(text)) return text
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || /extension/.test(url.protocol)) return null
  if (!['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol)) return url.protocol.slice(0, -1).slice(0, 20)
  return hosts.includes(url.host) ? 'self' : `${url.protocol}//${url.host}`.slice(0, maxBlocked)
}

/** What is kept of a browser's reports: those about pages of these hosts, without anything about people. */
export const readPolicyReports = (body: unknown, hosts: string[]): Refused[] =>
  reportsIn(body).flatMap((report) => {
    const directive = directiveOf(report.directive)
    const blocked = blockedOf(report.blocked, hosts)
    const page = URL.canParse(report.page) ? new URL(report.page) : null
    if (!directive || blocked === null || !page || !hosts.includes(page.host)) return []
    const match = matchPage(page.pathname)
    return { directive, blocked, page: match ? pages[match.name].path : '' }
  })
