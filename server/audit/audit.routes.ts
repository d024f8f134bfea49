import { create as disposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { auditApi } from '#contract/audit/audit.api.ts'
import { pageCount } from '#contract/http/fields.ts'
import { journalFileTypes } from '#contract/journal/journal.schema.ts'
import { schoolWords } from '#contract/site/school-words.ts'
import { auditPageSize, checkAudit, pageOfAudit } from '#server/audit/audit.repo.ts'
import { loadForExport } from '#server/audit/load-for-export.ts'
import { presentAudit } from '#server/audit/present-audit.ts'
import type { writeAudit } from '#server/audit/write-audit.ts'
import { needFreshPassword } from '#server/auth/fresh-password.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { todayIn } from '#server/journal/journal-sheet.ts'
import { inWorker, tableTimeLimitMs } from '#server/workers/workers.ts'

export const auditRoutes = (app: FastifyInstance, { db }: Deps) => {
  route(app, auditApi.list, async ({ query }) => {
    const { rows, total } = await pageOfAudit(db, query)
    return { entries: await presentAudit(db, rows), page: query.page, pages: pageCount(total, auditPageSize), total }
  })

  route(app, auditApi.export, async ({ query, reply, request }) => {
    needFreshPassword(request)
    const { format, time_zone, ...filter } = query
    const batches = await loadForExport(db, filter)
    const bytes = await inWorker<typeof writeAudit>(
      { batches, format, timeZone: time_zone, words: schoolWords() },
      { module: new URL('./write-audit.ts', import.meta.url), name: 'writeAudit', timeLimitMs: tableTimeLimitMs },
    )
    const type = journalFileTypes[format]
    await reply
      .headers({
        'content-type': format === 'csv' ? `${type}; charset=utf-8` : type,
        'content-disposition': disposition(`Журнал изменений — ${todayIn(time_zone)}.${format}`),
      })
      .send(Buffer.from(bytes))
  })

  route(app, auditApi.check, async () => ({ check: await checkAudit(db) }))
}
