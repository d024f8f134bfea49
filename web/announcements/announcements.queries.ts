import { announcementsApi } from '#contract/announcements/announcements.api.ts'
import type { AnnouncementChange, AnnouncementCreate } from '#contract/announcements/announcements.schema.ts'
import { useAct } from '#web/data/act.ts'
import { q, qPages } from '#web/data/endpoint-query.ts'

/** The newest announcements for the reader, and those they wrote. */
export const newestAnnouncements = q(announcementsApi.list, { query: { page: 1 } })

/** Those before the newest page, page by page. */
export const olderAnnouncements = qPages(announcementsApi.list, 'announcements', { query: {} }, { firstPage: 2 })

export const announcementQuery = (id: number) => q(announcementsApi.get, { params: { id } })

/** Who has read an announcement, for its writer. */
export const readersQuery = (id: number) => q(announcementsApi.readers, { params: { id } })

/** Announces something. */
export const useAnnounce = () => useAct(announcementsApi.create, (body: AnnouncementCreate) => ({ body }))

/** Changes an announcement. */
export const useChangeAnnouncement = (id: number) =>
  useAct(announcementsApi.update, (body: AnnouncementChange) => ({ params: { id }, body }))

/** Deletes an announcement. */
export const useDeleteAnnouncement = (id: number) => useAct(announcementsApi.remove, () => ({ params: { id } }))

/** Notes that the reader has read it. */
export const useReadAnnouncement = (id: number) => useAct(announcementsApi.read, () => ({ params: { id } }))

/** Notifies those who have not read it again. */
export const useRemindReaders = (id: number) => useAct(announcementsApi.remind, () => ({ params: { id } }))
