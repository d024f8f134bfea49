import type { Db } from '#server/db/database.ts'
import { invalid } from '#server/http/refusal.ts'
import { listOwnProjectIds, saveProjectPlaces } from '#server/users/profile.repo.ts'

/** Orders the projects of the user's profile; others follow by date. 422 for projects of others. */
export const orderProjects = (db: Db, userId: number, projectIds: number[]) =>
  db.transaction(async (tx) => {
    const own = new Set(await listOwnProjectIds(tx, userId))
    if (projectIds.some((id) => !own.has(id))) {
      throw invalid('project_ids', 'Одного из проектов здесь больше нет. Обновите страницу.')
    }
    await saveProjectPlaces(tx, userId, [...new Set(projectIds)])
  })
