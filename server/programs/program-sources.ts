import { findNextOpening } from '#server/courses/course-sources.repo.ts'
import type { Tag } from '#server/db/changes.ts'
import type { Db } from '#server/db/database.ts'
import type { BuiltFrom } from '#server/db/kept.ts'

/** What is built from announced courses: their facts, plans, teachers and free places, and more tags. */
export const programSources = (db: Db, ...more: Tag[]): BuiltFrom => ({
  tags: ['programs', 'users', 'site_settings:school', ...more],
  findUntil: () => findNextOpening(db, null),
})
