import type { FastifyInstance } from 'fastify'
import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import { scormApi } from '#contract/scorm/scorm.api.ts'
import { maxScormDataOfLesson, type ScormItem, type ScormState } from '#contract/scorm/scorm.schema.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Deps } from '#server/deps.ts'
import { authorize, found, invalid, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { checkUnlocked } from '#server/lessons/check-unlocked.ts'
import { findEditableLesson, findVisibleLesson } from '#server/lessons/lesson-access.ts'
import { markLessonRead } from '#server/lessons/mark-lesson-read.ts'
import { packageFolder } from '#server/scorm/package-link.ts'
import {
  countCompleted,
  countOtherData,
  findPackage,
  listOwnResults,
  listPackages,
  listResults,
  lockOwnResults,
  type PackageRecord,
  saveResult,
} from '#server/scorm/scorm.repo.ts'
import type { scormResults } from '#server/scorm/scorm.table.ts'
import { presentPerson } from '#server/users/present-person.ts'

type Result = typeof scormResults.$inferSelect

const stateOf = ({ completed, passed, score, updated_at }: Omit<Result, 'data'>): ScormState => ({
  completed,
  passed,
  score,
  updated_at,
})

/** A path of a package as an address: its name may contain anything. */
const addressOf = (folder: string, href: string) => {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? []
  return folder + path.split('/').map(encodeURIComponent).join('/') + rest
}

const presentItems = (scorm: PackageRecord, own: Map<string, Result>): ScormItem[] => {
  const folder = packageFolder(scorm)
  return scorm.items.map(({ id, title, href, reports }) => {
    const result = own.get(`${scorm.id} ${id}`)
    return {
      id,
      title,
      reports,
      url: addressOf(folder, href),
      state: result ? stateOf(result) : null,
      data: result?.data || null,
    }
  })
}

export const scormRoutes = (app: FastifyInstance, { db }: Deps) => {
  const findOpen = async (actor: Actor, lessonId: number) => {
    const lesson = await findVisibleLesson(db, actor, lessonId)
    await checkUnlocked(db, actor, lesson)
    return lesson
  }

  route(app, scormApi.list, async ({ params, actor }) => {
    const lesson = await findOpen(actor, params.id)
    const [packages, results] = await Promise.all([
      listPackages(db, lesson.id),
      listOwnResults(db, lesson.id, actor.id),
    ])
    const own = new Map(results.map(({ result }) => [`${result.package_id} ${result.item}`, result]))
    return {
      packages: packages.map((scorm) => {
        const { id, title, version } = scorm
        return { id, title, version, items: presentItems(scorm, own) }
      }),
    }
  })

  route(app, scormApi.report, async ({ params, actor, body }) => {
    const scorm = found(await findPackage(db, params.id))
    const lesson = await findOpen(actor, scorm.lesson_id)
    authorize(!isCourseStaff(actor, lesson.course), `Результаты сохраняются только у ${called('студентов')} курса.`)
    if (lesson.course.status === 'archived') {
      throw new Refusal('wrong-state', { detail: 'Курс в архиве: результаты в нём больше не сохраняются.' })
    }
    const report = body()
    if (!scorm.items.some(({ id }) => id === report.item)) throw invalid('item', 'Такой части в пакете нет.')
    return db.transaction(async (tx) => {
      await lockOwnResults(tx, lesson.id, actor.id)
      const kept = await countOtherData(tx, lesson.id, actor.id, { package_id: scorm.id, item: report.item })
      if (kept + report.data.length > maxScormDataOfLesson) {
        throw invalid('data', 'Пакеты этого урока просят запомнить слишком много. Сообщите преподавателю.')
      }
      const saved = await saveResult(tx, scorm.id, actor.id, report)
      const isFinished = (await countCompleted(tx, scorm.id, actor.id)) >= scorm.items.length
      if (isFinished) await markLessonRead(tx, lesson, actor.id)
      return { state: stateOf(saved) }
    })
  })

  route(app, scormApi.results, async ({ params, actor }) => {
    const scorm = found(await findPackage(db, params.id))
    await findEditableLesson(db, actor, scorm.lesson_id)
    const rows = await listResults(db, scorm.id)
    return {
      results: rows.map(({ result, person }) => ({
        ...stateOf(result),
        item: result.item,
        user: presentPerson(person),
      })),
    }
  })
}
