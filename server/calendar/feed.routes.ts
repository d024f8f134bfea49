import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { maxCalendarEvents } from '#contract/calendar/calendar.schema.ts'
import { dayMs } from '#contract/durations.ts'
import { findCalendarOwner } from '#server/calendar/calendar-links.repo.ts'
import { drawFeed } from '#server/calendar/draw-feed.ts'
import { loadCalendarAround } from '#server/calendar/present-calendar.ts'
import type { Deps } from '#server/deps.ts'
import { hasAlready } from '#server/http/has-already.ts'
import { found } from '#server/http/refusal.ts'
import { asFile } from '#server/http/security-headers.ts'
import { hashToken } from '#server/http/session.ts'

/** How much of the past a feed has, in days. */
const pastDays = 60

/** How much a feed has in all, in days. */
const feedDays = 400

/** The calendar of a person for calendar programs: everybody who has the link can read it. */
export const feedRoutes = (app: FastifyInstance, { db, config }: Deps) => {
  app.get<{ Params: { secret: string } }>('/calendar/:secret(^[\\w-]{43}$).ics', async (request, reply) => {
    // a refusal must not be cached
    reply.header('cache-control', 'no-store')
    const owner = found(await findCalendarOwner(db, hashToken(request.params.secret)))
    // from midnight (UTC), so that the feed stays the same for a day while nothing changes
    const stamp = new Date(Math.floor(Date.now() / dayMs) * dayMs)
    const from = stamp.getTime() - pastDays * dayMs
    const events = await loadCalendarAround(db, owner, stamp.toISOString(), {
      from: new Date(from).toISOString(),
      to: new Date(from + feedDays * dayMs).toISOString(),
      limit: maxCalendarEvents,
    })
    const text = drawFeed({ name: config.appName, publicUrl: config.publicUrl, events, stamp })
    const etag = `"${hash('sha1', text, 'base64url')}"`
    asFile(reply).headers({
      etag: `W/${etag}`,
      // a program asks each time, and gets 304 while nothing has changed
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
    })
    if (hasAlready(request, etag)) return reply.code(304).send()
    return reply
      .headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'attachment; filename="calendar.ics"',
      })
      .send(text)
  })
}
