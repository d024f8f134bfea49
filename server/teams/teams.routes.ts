import type { FastifyInstance } from 'fastify'
import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import { canSeeLesson } from '#contract/lessons/lessons.policy.ts'
import { isTaskStudent } from '#contract/tasks/tasks.policy.ts'
import { teamsApi } from '#contract/teams/teams.api.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Deps } from '#server/deps.ts'
import { authorize, found, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { checkUnlocked } from '#server/lessons/check-unlocked.ts'
import { findLesson } from '#server/lessons/lessons.repo.ts'
import { loadTask } from '#server/tasks/present-task.ts'
import { findOwnTask, findWritableLesson, studentsOnly } from '#server/tasks/task-access.ts'
import { findTask, listTaskStudents } from '#server/tasks/tasks.repo.ts'
import { joinTeam, leaveTeam } from '#server/teams/change-team.ts'
import { listOpenTeams } from '#server/teams/teams.repo.ts'
import { presentPerson } from '#server/users/present-person.ts'

export const teamsRoutes = (app: FastifyInstance, { db }: Deps) => {
  /** A team's task that a classmate may know of: of a lesson they can read, whose tasks are done in teams. */
  const findTeam = async (actor: Actor, id: number) => {
    const task = found(await findTask(db, id))
    const lesson = found(await findLesson(db, task.lesson.id, actor), (lesson) =>
      canSeeLesson(actor, lesson.course, lesson, new Date()),
    )
    authorize(!isCourseStaff(actor, lesson.course), studentsOnly())
    await checkUnlocked(db, actor, lesson)
    if (task.assignment.team_size < 2 && !isTaskStudent(actor, task)) throw new Refusal('not-found')
    if (lesson.course.status === 'archived') {
      throw new Refusal('wrong-state', { detail: 'Курс в архиве: вступить в команду нельзя.' })
    }
    return task
  }

  route(app, teamsApi.list, async ({ params, actor }) => {
    const { assignment } = await findWritableLesson(db, actor, params.id)
    const open = await listOpenTeams(db, assignment.id, actor.id)
    const students = Map.groupBy(
      await listTaskStudents(
        db,
        open.map(({ id }) => id),
      ),
      ({ task_id }) => task_id,
    )
    return {
      team_size: assignment.team_size,
      teams: open.map(({ id }) => {
        const team = (students.get(id) ?? []).map(({ person }) => presentPerson(person))
        return { task_id: id, students: team, free: assignment.team_size - team.length }
      }),
    }
  })

  route(app, teamsApi.join, async ({ params, actor }) => {
    const { task } = await findTeam(actor, params.id)
    await joinTeam(db, actor, task)
    return { task: await loadTask(db, actor, task.id) }
  })

  route(app, teamsApi.leave, async ({ params, actor }) => {
    const { task } = await findOwnTask(db, actor, params.id)
    await leaveTeam(db, actor, task)
  })
}
