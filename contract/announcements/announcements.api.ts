import { z } from 'zod'
import {
  Announcement,
  AnnouncementChange,
  AnnouncementCreate,
  AnnouncementReader,
} from '#contract/announcements/announcements.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams, Page, paged } from '#contract/http/fields.ts'

const announcement = z.object({ announcement: Announcement })

export const announcementsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/announcements',
    access: 'user',
    summary: 'Announcements for the reader and those they wrote, newest first; all of them for a curator',
    query: z.object({
      page: Page,
      /** Only those for the reader that they have not read. */
      unread: z.literal('true').optional(),
    }),
    response: z.object({ announcements: z.array(Announcement), ...paged }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/announcements/{id}',
    access: 'user',
    summary: 'An announcement',
    params: IdParams,
    response: announcement,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/announcements',
    access: 'staff',
    summary: 'Announce something: teachers to their courses and classes, curators to anybody',
    body: AnnouncementCreate,
    status: 201,
    response: announcement,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/announcements/{id}',
    access: 'user',
    summary: 'Change an announcement: its writer while they may announce to its readers, and curators',
    params: IdParams,
    body: AnnouncementChange,
    response: announcement,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/announcements/{id}',
    access: 'user',
    summary: 'Delete an announcement with its notifications: its writer and curators',
    params: IdParams,
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/announcements/{id}/read',
    access: 'user',
    summary: 'The reader has read it',
    params: IdParams,
  }),
  readers: endpoint({
    method: 'GET',
    path: '/api/announcements/{id}/readers',
    access: 'user',
    summary: 'Who has read an announcement and who has not: for those who may change it',
    params: IdParams,
    response: z.object({ readers: z.array(AnnouncementReader), total: z.number().int() }),
  }),
  remind: endpoint({
    method: 'POST',
    path: '/api/announcements/{id}/remind',
    access: 'user',
    summary: 'Notify the students who have not read it again, at most once a day: those who may change it',
    params: IdParams,
    response: z.object({ reminded: z.number().int() }),
  }),
}
