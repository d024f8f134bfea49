import type { FastifyInstance } from 'fastify'
import { announcementsApi } from '#contract/announcements/announcements.api.ts'
import { canDeleteAnnouncement, canSeeAnnouncement } from '#contract/announcements/announcements.policy.ts'
import { announcementPageSize } from '#contract/announcements/announcements.schema.ts'
import { pageCount } from '#contract/http/fields.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import {
  findAnnouncement,
  listAnnouncements,
  listReaders,
  markAnnouncementRead,
} from '#server/announcements/announcements.repo.ts'
import { loadEditable } from '#server/announcements/editable-announcements.ts'
import { presentAnnouncements } from '#server/announcements/present-announcement.ts'
import { remindReaders } from '#server/announcements/remind-readers.ts'
import { changeAnnouncement, createAnnouncement, removeAnnouncement } from '#server/announcements/save-announcement.ts'
import type { Deps } from '#server/deps.ts'
import { authorize, found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { presentPerson } from '#server/users/present-person.ts'

export const announcementsRoutes = (app: FastifyInstance, { db }: Deps) => {
  /** 404 for those whom it is not for, and before it is shown. */
  const findVisible = async (actor: Actor, id: number) =>
    found(await findAnnouncement(db, actor, id), (row) =>
      canSeeAnnouncement(actor, { author_id: row.announcement.author_id, is_reader: row.is_reader }),
    )

  const findEditable = async (actor: Actor, id: number) => {
    const row = await findVisible(actor, id)
    const { canEdit } = await loadEditable(db, actor, [row])
    authorize(canEdit(row), 'Менять объявление и видеть его читателей может тот, кто может им писать.')
    return row.announcement
  }

  const bodyOf = async (actor: Actor, id: number) => {
    const [announcement] = await presentAnnouncements(db, actor, [found(await findAnnouncement(db, actor, id))])
    return { announcement: found(announcement) }
  }

  route(app, announcementsApi.list, async ({ actor, query }) => {
    const { rows, total } = await listAnnouncements(db, actor, { page: query.page, unread: query.unread === 'true' })
    return {
      announcements: await presentAnnouncements(db, actor, rows),
      page: query.page,
      pages: pageCount(total, announcementPageSize),
      total,
    }
  })

  route(app, announcementsApi.get, async ({ params, actor }) => {
    await findVisible(actor, params.id)
    return bodyOf(actor, params.id)
  })

  route(app, announcementsApi.create, async ({ actor, body }) =>
    bodyOf(actor, await createAnnouncement(db, actor, body())),
  )

  route(app, announcementsApi.update, async ({ params, actor, body }) => {
    const { id } = await findEditable(actor, params.id)
    await changeAnnouncement(db, actor, id, body())
    return bodyOf(actor, id)
  })

  route(app, announcementsApi.remove, async ({ params, actor }) => {
    const { announcement } = await findVisible(actor, params.id)
    authorize(canDeleteAnnouncement(actor, announcement))
    const { id } = announcement
    await removeAnnouncement(db, actor, id)
  })

  route(app, announcementsApi.read, async ({ params, actor }) => {
    const { is_reader } = await findVisible(actor, params.id)
    if (is_reader) await db.transaction((tx) => markAnnouncementRead(tx, params.id, actor.id))
  })

  route(app, announcementsApi.readers, async ({ params, actor }) => {
    const { id } = await findEditable(actor, params.id)
    const { readers, total } = await listReaders(db, id)
    return { readers: readers.map(({ person, read_at }) => ({ user: presentPerson(person), read_at })), total }
  })

  route(app, announcementsApi.remind, async ({ params, actor }) => {
    const announcement = await findEditable(actor, params.id)
    return { reminded: await remindReaders(db, actor, announcement) }
  })
}
