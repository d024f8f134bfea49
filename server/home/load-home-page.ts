import { type Home, maxOnHome } from '#contract/home/home.schema.ts'
import type { Db } from '#server/db/database.ts'
import { listBestProjects } from '#server/home/home.repo.ts'
import { logFailure, processLog } from '#server/log-failure.ts'
import { presentPrograms } from '#server/programs/load-program.ts'
import { listEnrolling, listProgramTeachers } from '#server/programs/programs.repo.ts'
import { presentCards } from '#server/projects/present-project.ts'
import { loadHome, loadSchool } from '#server/site/load-settings.ts'
import { presentPerson } from '#server/users/present-person.ts'

/** The main page as a guest reads it; not complete when a block failed to load. */
export const loadHomePage = async (db: Db, school = loadSchool(db)): Promise<{ home: Home; isComplete: boolean }> => {
  let isComplete = true
  /** Logs why a block fails to load, and leaves it out: the others are shown. */
  const orNothing = <Row>(block: Promise<Row[]>): Promise<Row[]> =>
    block.catch((error) => {
      logFailure(processLog, error)
      isComplete = false
      return []
    })
  const [settings, { name, email, phone, address, age_mark, registration }] = await Promise.all([loadHome(db), school])
  const [courses, projects, teachers] = await Promise.all([
    orNothing(listEnrolling(db, maxOnHome.courses).then((rows) => presentPrograms(db, rows))),
    orNothing(
      listBestProjects(db, settings.project_ids, maxOnHome.projects).then((rows) => presentCards(db, rows, null)),
    ),
    orNothing(listProgramTeachers(db, maxOnHome.teachers)),
  ])
  const home = {
    settings,
    school: { name, email, phone, address, age_mark, registration },
    courses,
    projects,
    teachers: teachers.map(({ person, ...teacher }) => ({ ...presentPerson(person), ...teacher })),
  }
  return { home, isComplete }
}
