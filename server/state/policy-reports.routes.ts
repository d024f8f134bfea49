import type { FastifyInstance } from 'fastify'
import { hourMs } from '#contract/durations.ts'
import { count } from '#server/auth/throttle.ts'
import type { Deps } from '#server/deps.ts'
import { networkOf } from '#server/http/network.ts'
import { Refusal } from '#server/http/refusal.ts'
import { policyReportPath } from '#server/http/security-headers.ts'
import { addPolicyReports } from '#server/state/policy-reports.repo.ts'
import { readPolicyReports } from '#server/state/read-policy-reports.ts'

/** Max size of what a browser sends, in bytes. */
const bodyLimit = 16_384

/** How often reports are kept: a page that breaks for a whole school shows in a few of them. */
const limits = { network: { count: 60, window: hourMs }, everybody: { count: 1000, window: hourMs } }

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('broken-json')
  }
}

/**
 * Collects what browsers report about the content policy. Call it in a plugin of its own: browsers send types of their
 * own, signed out. What is not understood is answered like the rest.
 */
export const policyReportRoutes = (app: FastifyInstance, { db, config }: Deps) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string', bodyLimit },
    async (_request: unknown, text: string) => parse(text),
  )
  app.post(policyReportPath, async (request, reply) => {
    const hosts = [new URL(config.publicUrl).host, request.headers.host?.toLowerCase() ?? '']
    const refused = readPolicyReports(request.body, hosts)
    if (refused.length > 0) {
      await count(
        db,
        { key: `policy-reports:${networkOf(request.ip)}`, limit: limits.network },
        { key: 'policy-reports', limit: limits.everybody },
      )
      await addPolicyReports(db, refused)
    }
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}
