import { teamClosedBy } from '#contract/tasks/tasks.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { addTaskEvent } from '#server/events/events.repo.ts'
import { dropFiles } from '#server/files/keep-files.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { lockTasks } from '#server/reviews/reviewers.repo.ts'
import { draftOf, isEmptyDraft } from '#server/tasks/task-files.ts'
import { findTaskOf, lockTask } from '#server/tasks/tasks.repo.ts'
import type { TaskRecord } from '#server/tasks/tasks.table.ts'
import {
  countMembers,
  deleteLeftTask,
  deleteMember,
  hasAttempts,
  insertMember,
  isTeam,
  lockAssignment,
} from '#server/teams/teams.repo.ts'
import { checkThreadPace } from '#server/threads/check-thread-pace.ts'
import { insertThreadEntry } from '#server/threads/threads.repo.ts'

const refuse = (detail: string) => new Refusal('wrong-state', { detail })

/** Checks that the team of a task may change, with a sentence for each reason; hand-ins wait for the row locked here. */
const checkTeamOpen = async (
  tx: Db,
  task: TaskRecord,
  sentences: Record<NonNullable<ReturnType<typeof teamClosedBy>>, string>,
) => {
  const reason = teamClosedBy({ ...task, handedIn: await hasAttempts(tx, task.id) })
  if (reason) throw refuse(sentences[reason])
}

/** The reason why a student's own task cannot be deleted: what staff have given it, or still have to answer. */
const checkNothingLost = (own: TaskRecord) => {
  if (own.extended_until !== null) {
    throw refuse('Вам продлили срок этой работы, а у команды срок свой: вступить нельзя. Спросите преподавателя.')
  }
  if (own.extension_asked !== null) {
    throw refuse('Вы попросили больше времени. Дождитесь ответа преподавателя и вступите снова.')
  }
  if (own.question_at !== null) {
    throw refuse('Вы написали преподавателю об этой работе. Дождитесь ответа и вступите снова.')
  }
}

/** Deletes what a student began alone, when it is empty, as they join a team. */
const dropOwnTask = async (tx: Db, actor: Actor, own: TaskRecord) => {
  await checkTeamOpen(tx, own, {
    excused: 'Вас освободили от этой работы.',
    'handed-in': 'Вы уже сдавали эту работу, перейти в другую команду нельзя.',
    marked: 'За эту работу у вас уже есть оценка: с ней в команду не вступить. Спросите преподавателя.',
  })
  if ((await countMembers(tx, own.id)) > 1) throw refuse('Вы уже в другой команде. Сначала выйдите из неё.')
  checkNothingLost(own)
  if (!(await isEmptyDraft(tx, own))) {
    throw refuse(
      'В вашем черновике уже есть текст, файлы или ссылка. Сохраните их себе, очистите черновик и вступите снова.',
    )
  }
  await dropFiles(tx, draftOf(own))
  await deleteMember(tx, own.id, actor.id)
  await deleteLeftTask(tx, own.id)
}

const notify = async (tx: Db, actor: Actor, task: TaskRecord, kind: 'joined' | 'left') => {
  await checkThreadPace(tx, actor, task.id)
  const { id } = await insertThreadEntry(tx, {
    task_id: task.id,
    user_id: actor.id,
    kind,
    created_at: new Date().toISOString(),
  })
  await addTaskEvent(tx, task.id, 'team', 'all')
  await addEffect(tx, 'team-changed', { entry_id: id })
}

/**
 * Adds a student to the team of a task before its first hand-in. Changes of teams of one assignment, and its hand-ins,
 * run one after another: no team exceeds its size, and nobody is in two.
 */
export const joinTeam = (db: Db, actor: Actor, { id, assignment_id }: Pick<TaskRecord, 'id' | 'assignment_id'>) =>
  db.transaction(async (tx) => {
    const assignment = found(await lockAssignment(tx, assignment_id))
    const own = await findTaskOf(tx, assignment_id, actor.id)
    if (own === id) return
    // together: an act on many tasks locks them in the order of their ids
    const held = new Map((await lockTasks(tx, own === null ? [id] : [id, own])).map((task) => [task.id, task]))
    const task = found(held.get(id))
    await checkTeamOpen(tx, task, {
      excused: 'Эту команду освободили от работы, вступить в неё нельзя.',
      'handed-in': 'Эта команда уже сдала работу, вступить в неё нельзя.',
      marked: 'У этой команды уже есть оценка: вступить в неё нельзя. Спросите преподавателя.',
    })
    if (!(await isTeam(tx, id))) throw new Refusal('not-found')
    if ((await countMembers(tx, id)) >= assignment.team_size) throw refuse('В этой команде больше нет мест.')
    if (own !== null) await dropOwnTask(tx, actor, found(held.get(own)))
    await insertMember(tx, task, actor.id)
    await notify(tx, actor, task, 'joined')
  })

/** Removes a student from the team of a task before its first hand-in; what is written stays with the others. */
export const leaveTeam = (db: Db, actor: Actor, { id, assignment_id }: Pick<TaskRecord, 'id' | 'assignment_id'>) =>
  db.transaction(async (tx) => {
    await lockAssignment(tx, assignment_id)
    if ((await findTaskOf(tx, assignment_id, actor.id)) !== id) throw new Refusal('not-found')
    const task = await lockTask(tx, id)
    await checkTeamOpen(tx, task, {
      excused: 'Вас освободили от этой работы.',
      'handed-in': 'Работа уже сдана, выйти из команды нельзя.',
      marked: 'За эту работу у команды уже есть оценка: выйти из команды нельзя. Спросите преподавателя.',
    })
    if ((await countMembers(tx, id)) === 1) throw refuse('В команде больше никого нет: выйти нельзя.')
    // sent first, so that open pages of the leaving student receive it, too
    await notify(tx, actor, task, 'left')
    await deleteMember(tx, id, actor.id)
  })
