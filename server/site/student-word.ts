import type { FastifyInstance } from 'fastify'
import { siteApi } from '#contract/site/site.api.ts'
import { callStudents } from '#contract/users/student-word.ts'
import type { Db } from '#server/db/database.ts'
import '#server/http/session.ts'
import { loadSchool } from '#server/site/load-settings.ts'

/** Lets the texts of this process use the word that the school has chosen. */
export const readStudentWord = async (db: Db) => callStudents((await loadSchool(db)).student_word)

/** Calls without such a text, which are made while the database is down. */
const without: (string | undefined)[] = [siteApi.health.path, siteApi.ready.path, siteApi.assetsVersion.path]

/** The same before each call of the API, by the kept settings. */
export const followStudentWord = (app: FastifyInstance, db: Db) => {
  let isKnown = false
  app.addHook('onRequest', async (request) => {
    if (without.includes(request.routeOptions.url)) return
    const isCaughtUp = request.isCaughtUp || (await app.kept.catchUp())
    // while changes are not reported, the last known one stays
    if (!isCaughtUp && isKnown) return
    const build = async () => (await loadSchool(db)).student_word
    callStudents(await app.kept.read(isCaughtUp, { key: 'student word', tags: ['site_settings:school'], build }))
    isKnown = true
  })
}
