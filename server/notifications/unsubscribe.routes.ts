import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { setWeeklyLetters } from '#server/family/change-links.ts'
import { addressOfLink } from '#server/family/load-family.ts'
import { found } from '#server/http/refusal.ts'
import { stopLetters } from '#server/notifications/change-settings.ts'
import { findLetterKey } from '#server/notifications/notification-settings.repo.ts'
import { readUnsubscribeToken } from '#server/notifications/write-letter.ts'
import { findUser } from '#server/users/users.repo.ts'

/** Max size of the form that a mail program sends, in bytes. */
const bodyLimit = 4096

/**
 * The button of mail programs that stops letters (RFC 8058): they post a form to the very address that is the page for
 * people, in a parent's weekly letter their own. Signed out, and without looking at the form. Call it in a plugin of
 * its own: it accepts any body.
 */
export const unsubscribeRoutes = (app: FastifyInstance, { db }: Deps) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, async () => undefined)
  app.post<{ Params: { token: string } }>('/unsubscribe/:token', async ({ params }, reply) => {
    const id = readUnsubscribeToken(await findLetterKey(db), params.token)
    const user = found(id === null ? null : await findUser(db, id), ({ erased_at }) => erased_at === null)
    await stopLetters(db, user.id)
    return reply.code(204).header('cache-control', 'no-store').send()
  })

  app.post<{ Params: { token: string } }>('/family/:token', async ({ params }, reply) => {
    await setWeeklyLetters(db, await addressOfLink(db, params.token), false)
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}
