import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { updateLesson } from '#server/lessons/lessons.repo.ts'
import { insertLink, insertTool, type LinkRecord, type ToolRecord } from '#server/lti/lti.repo.ts'

/** Somebody's consent to whatever a tool may learn. */
export const allShares = { shares_name: true, shares_email: true }

/** Adds a tool to the school. */
export const buildTool = (db: Db, values: Partial<ToolRecord> = {}) =>
  insertTool(db, {
    name: 'Тренажёр',
    client_id: randomUUID(),
    login_url: 'https://tool.example/login',
    target_url: 'https://tool.example/start',
    redirect_urls: ['https://tool.example/launch'],
    jwks_url: 'https://tool.example/jwks',
    public_key: null,
    shares_name: false,
    shares_email: false,
    ...values,
  })

/** Puts a tool into a lesson; returns the id of the link. */
export const buildLink = async (
  db: Db,
  { lesson_id, ...values }: Partial<LinkRecord> & { lesson_id: number; tool_id?: number },
) => {
  const tool_id = values.tool_id ?? (await buildTool(db)).id
  const id = await insertLink(db, {
    title: 'Упражнение',
    custom: {},
    max_points: 100,
    in_journal: false,
    ...values,
    lesson_id,
    tool_id,
  })
  await updateLesson(db, lesson_id, { lti: true })
  return id
}
