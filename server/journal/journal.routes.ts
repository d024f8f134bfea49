import { create as disposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { journalApi } from '#contract/journal/journal.api.ts'
import { canLockPeriod } from '#contract/journal/journal.policy.ts'
import { journalFileTypes } from '#contract/journal/journal.schema.ts'
import { schoolWords } from '#contract/site/school-words.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { findVisibleCourse } from '#server/courses/course-access.ts'
import { courseSources } from '#server/courses/course-sources.repo.ts'
import type { Deps } from '#server/deps.ts'
import { authorize, found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { changeCells } from '#server/journal/change-cells.ts'
import { addColumn, changeColumn, removeColumn } from '#server/journal/change-column.ts'
import { inOrder } from '#server/journal/change-orders.repo.ts'
import { changePeriods } from '#server/journal/change-periods.ts'
import { changeScore } from '#server/journal/change-score.ts'
import { changeTotals, lockPeriod } from '#server/journal/change-totals.ts'
import { changeWeights } from '#server/journal/change-weights.ts'
import { listScoreChanges } from '#server/journal/journal.repo.ts'
import { findColumn } from '#server/journal/journal-columns.repo.ts'
import { findJournalCourse } from '#server/journal/journal-course.ts'
import { sheetName } from '#server/journal/journal-sheet.ts'
import { listJournalCohorts } from '#server/journal/list-cohorts.ts'
import { loadExported } from '#server/journal/load-exported.ts'
import { listPeriods } from '#server/journal/periods.repo.ts'
import { presentColumn } from '#server/journal/present-column.ts'
import { loadJournal, loadJournalCell } from '#server/journal/present-journal.ts'
import type { writeJournal } from '#server/journal/write-journal.ts'
import { findReviewableTask } from '#server/tasks/task-access.ts'
import { presentPerson } from '#server/users/present-person.ts'
import { inWorker, tableTimeLimitMs } from '#server/workers/workers.ts'

export const journalRoutes = (app: FastifyInstance, { db }: Deps) => {
  route(
    app,
    journalApi.get,
    async ({ params, actor }) => ({
      journal: await loadJournal(db, actor, await findVisibleCourse(db, actor, params.id)),
    }),
    {
      readsFrom: ({ params, actor }) => {
        const { tags, ...sources } = courseSources(db, actor, params.id)
        return { ...sources, tags: [...tags, 'periods'] }
      },
    },
  )

  route(app, journalApi.cohorts, async ({ params, actor }) => {
    const course = await findJournalCourse(db, actor, params.id)
    return { cohorts: await listJournalCohorts(db, course.id) }
  })

  route(app, journalApi.export, async ({ params, query, actor, reply }) => {
    const course = await findJournalCourse(db, actor, params.id)
    const bytes = await inWorker<typeof writeJournal>(
      { exported: await loadExported(db, actor, course, query), query, words: schoolWords() },
      { module: new URL('./write-journal.ts', import.meta.url), name: 'writeJournal', timeLimitMs: tableTimeLimitMs },
    )
    const type = journalFileTypes[query.format]
    await reply
      .headers({
        'content-type': query.format === 'csv' ? `${type}; charset=utf-8` : type,
        'content-disposition': disposition(sheetName(course.name, query.format, query.time_zone)),
      })
      .send(Buffer.from(bytes))
  })

  route(app, journalApi.setWeights, async ({ params, actor, body }) => {
    const course = await findJournalCourse(db, actor, params.id)
    // when an assignment is repeated, the last weight counts
    const weights = [...new Map(body().weights.map((weight) => [weight.assignment_id, weight])).values()]
    await inOrder(db, body().order, (tx) => changeWeights(tx, actor, course.id, weights))
    return { journal: await loadJournal(db, actor, course) }
  })

  route(app, journalApi.setCells, async ({ params, actor, body }) => {
    const course = await findJournalCourse(db, actor, params.id)
    const { cells, order } = body()
    return { cells: await inOrder(db, order, (tx) => changeCells(tx, actor, course, cells)) }
  })

  route(app, journalApi.periods, async () => ({ periods: await listPeriods(db) }))

  route(app, journalApi.setPeriods, async ({ actor, body }) => ({
    periods: await changePeriods(db, actor, body()),
  }))

  route(app, journalApi.setTotals, async ({ params, actor, body }) => {
    const course = await findJournalCourse(db, actor, params.id)
    const { totals, order } = body()
    return { totals: await inOrder(db, order, (tx) => changeTotals(tx, actor, course, totals)) }
  })

  route(app, journalApi.lockPeriod, async ({ params, actor, body }) => {
    const course = await findJournalCourse(db, actor, params.id)
    authorize(canLockPeriod(actor), 'Закрыть или открыть период может только куратор.')
    const { locked, order } = body()
    const lock = { periodId: params.period_id, locked }
    return { journal: await inOrder(db, order, (tx) => lockPeriod(tx, actor, course, lock)) }
  })

  const findKeptColumn = async (actor: Actor, id: number) => {
    const column = found(await findColumn(db, id))
    await findJournalCourse(db, actor, column.course_id)
    return column
  }

  route(app, journalApi.addColumn, async ({ params, actor, body }) => {
    const course = await findJournalCourse(db, actor, params.id)
    return { column: presentColumn(await addColumn(db, actor, course.id, body())) }
  })

  route(app, journalApi.changeColumn, async ({ params, actor, body }) => {
    const column = await findKeptColumn(actor, params.id)
    return { column: presentColumn(await changeColumn(db, actor, column, body())) }
  })

  route(app, journalApi.removeColumn, async ({ params, actor }) => {
    await removeColumn(db, actor, await findKeptColumn(actor, params.id))
  })

  route(app, journalApi.setScore, async ({ params, actor, body }) => {
    const task = await findReviewableTask(db, actor, params.id)
    const { order, ...change } = body()
    await inOrder(db, order, (tx) => changeScore(tx, actor, task, change))
    return { cell: await loadJournalCell(db, task) }
  })

  route(app, journalApi.scores, async ({ params, actor }) => {
    const { task } = await findReviewableTask(db, actor, params.id)
    const changes = await listScoreChanges(db, task.id)
    return {
      changes: changes.map(({ change, person }) => ({
        user: presentPerson(person),
        from: change.from_score,
        to: change.to_score,
        reason: change.reason,
        created_at: change.created_at,
      })),
    }
  })
}
