import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { canSeeFile } from '#server/files/file-owners.ts'
import { findFile } from '#server/files/files.repo.ts'
import { keepFiles } from '#server/files/keep-files.ts'
import { invalid } from '#server/http/refusal.ts'
import { updateProject } from '#server/projects/projects.repo.ts'

/**
 * Makes an uploaded picture the cover of a project, or restores the generated one (null). A file that the actor may not
 * see, that is incomplete or is no picture is refused (422). Lock the project first.
 */
export const setCover = async (tx: Db, actor: Actor, projectId: number, fileId: string | null) => {
  if (fileId !== null) {
    const file = await findFile(tx, fileId)
    if (file?.status !== 'ready' || !(await canSeeFile(tx, actor, file))) {
      throw invalid('cover_file_id', 'Этой картинки больше нет, или она вам недоступна. Загрузите её заново.')
    }
    if (file.width === null) throw invalid('cover_file_id', 'Обложкой может быть только картинка.')
  }
  await keepFiles(tx, actor, { owner: 'project-cover', id: projectId }, { listed: fileId === null ? [] : [fileId] })
  await updateProject(tx, projectId, { cover_file_id: fileId })
}
