import { useQueryClient } from '@tanstack/react-query'
import type { Journal, JournalAssignment } from '#contract/journal/journal.schema.ts'
import { scoreText } from '#contract/journal/score-text.ts'
import { termsOf, totalText } from '#contract/journal/totals.ts'
import { called } from '#contract/users/student-word.ts'
import { useUser } from '#web/auth/session.ts'
import { placeOfTotal, placeOfWeight, placesIn } from '#web/journal/change-places.ts'
import { countedTotals, textsIn } from '#web/journal/change-texts.ts'
import { type SetTotals, useSetTotals, useSetWeight } from '#web/journal/change-totals.ts'
import { showChange } from '#web/journal/journal-message.ts'
import { latestIn } from '#web/journal/latest-changes.ts'
import { cellIn, isOwn, MarksMissing, type SetTotal, type SetWeight, showsSaved } from '#web/journal/pending-changes.ts'
import { judgeRefusal } from '#web/journal/refused-block.ts'
import { showRefused } from '#web/journal/refused-part.ts'
import { askToReplaceWeight, replacingTotals, weightNow } from '#web/journal/replace-score.ts'
import { forgetUnsaved, isUnsaved, keepAsked, keepUnsaved } from '#web/journal/unsaved-changes.ts'
import { toast } from '#web/ui/toasts.ts'

/** The places of what the total of a year is computed from. */
const termPlacesOf = ({ student, periodId }: SetTotal, { course, periods }: Journal) => {
  const year = periods.find(({ id, kind }) => id === periodId && kind === 'year')
  const terms = year ? termsOf(year, periods) : []
  return terms.map(({ id }) => placeOfTotal(course.id, { student, periodId: id }))
}
/** Changes of totals: each shows at once, says so, and can be taken back. */
export const useTotalEdits = (journal: Journal) => {
  const { grading } = journal
  const courseId = journal.course.id
  const client = useQueryClient()
  // without a person, whom the journal always has, nothing would be sent
  const userId = useUser()?.id ?? 0
  const texts = textsIn(journal)
  const places = placesIn(journal)
  const placeOf = (change: SetTotal) => placeOfTotal(courseId, change)
  const { newestAt, note, begin, isUnderWay, leftOf } = latestIn(journal, client)
  const totals = useSetTotals(courseId, {
    onSaved: ({ userId, totals: sent, isUndo, isBack, refused }: SetTotals) => {
      forgetUnsaved(sent.map(placeOf))
      showRefused({ userId, refused }, true)
      const [first] = sent
      const isOne = sent.length === 1 && first
      if (isUndo) return showChange(client, { userId, courseId, summary: 'Итог не изменён', detail: 'Как было' })
      showChange(client, {
        userId,
        courseId,
        isBack,
        summary: isOne
          ? `Итог: ${totalText(first.from, grading)}\u00a0→\u00a0${totalText(first.to, grading)}`
          : `Поставлено: ${countedTotals(sent.length)}`,
        detail: `${called('Студенты')} увидят это в своих оценках`,
        undo: () => {
          const back = sent.map((change) => ({ ...change, from: change.to, to: change.from }))
          send({ userId, courseId, totals: back, isWhole: true, isBack: !isBack })
        },
      })
    },
    onRefused: (error, change) => {
      const { totals: sent, refused: earlier, over, ...how } = change
      const left = leftOf(sent)
      if (error instanceof MarksMissing && left.length > 0 && isUnderWay(error.missing))
        return totals.mutate({ ...change, totals: left })
      showRefused({ userId: how.userId, refused: earlier }, false)
      if (left.length === 0) return
      if (error instanceof MarksMissing) {
        if (!isOwn(how)) return
        const isOne = left.length === 1
        toast({
          severity: 'error',
          summary: isOne ? 'Итог не поставлен' : 'Итоги не поставлены',
          detail: `${texts.ofAll(left)}. Не сохранилось то, от чего ${isOne ? 'он зависит' : 'они зависят'}: ${texts.ofAll(error.missing)}. Сохраните это и поставьте ${isOne ? 'итог' : 'итоги'} ещё раз.`,
          life: Number.POSITIVE_INFINITY,
        })
        return
      }
      // what these follow from was saved by then
      const sentOf = (totals: SetTotal[]): SetTotals => ({ ...how, totals })
      const unsaved = judgeRefusal<SetTotal, SetTotals>(error, {
        kind: 'totals',
        journal,
        client,
        changes: sent,
        isSame: Object.is,
        replacing: replacingTotals,
        sentOf,
        isRefusedFor: (error, some) => replacingTotals(error, some) !== null,
        send: (sent) => totals.mutate(sent),
      })
      if (unsaved.length === 0) return
      const at = (places: string[]) => unsaved.filter((change) => places.includes(placeOf(change)))
      keepUnsaved(error, unsaved.length === 1 ? 'Итог не сохранён' : 'Итоги не сохранены', {
        userId: how.userId,
        courseId,
        places: unsaved.map(placeOf),
        nameOf: (places) => {
          const [one, ...others] = at(places)
          return one && others.length === 0 ? texts.ofTotal(one) : countedTotals(places.length)
        },
        save: (places) => totals.mutate({ ...sentOf(at(places)), isRepeat: true }),
        sentOf: (places) => ({ kind: 'totals', sent: sentOf(at(places)) }),
        changeAt: (place) => at([place])[0],
        // typed long ago, or many at once
        note: how.isRepeat || unsaved.length > 1 ? `Не сохранилось: ${texts.ofAll(unsaved)}.` : '',
        isStored: (place, { course, rows }) =>
          course.id === courseId &&
          at([place]).some((change) => {
            const row = rows.find(({ student }) => student.id === change.student.id)
            const total = row?.totals.find(({ period_id }) => period_id === change.periodId)
            return total?.score === change.to && showsSaved(change)
          }),
      })
    },
  })
  const send = (sent: SetTotals) => {
    note(sent.totals)
    totals.mutate(sent)
  }
  /** Sets totals in one call; null takes one back. */
  const setTotals = (given: SetTotal[]) => {
    // what is shown, typed again, takes the place of an unsaved one, which the server may have
    const changes = given.filter((change) => change.from !== change.to || isUnsaved(placeOf(change)))
    if (changes.length === 0) return
    const newest = newestAt()
    begin(changes)
    const students = new Set(changes.flatMap(({ student, isProposed }) => (isProposed ? [student.id] : [])))
    // also where it was typed: the person was shown the totals of the terms
    const terms = new Set(changes.flatMap((change) => termPlacesOf(change, journal)))
    const rows = journal.rows.filter(({ student }) => students.has(student.id))
    const tasks = new Set(rows.flatMap(({ cells }) => cells.flatMap(({ task_id }) => task_id ?? [])))
    const followed = [...newest].filter(([place, change]) => {
      if ('assignmentId' in change) return students.size > 0
      if ('to' in change) return terms.has(place)
      // a comment is no part of a total
      if (places.fieldOf(place) === 'comment') return false
      // a score of a team is shown in all its rows, wherever it was typed; an absence is each student's own
      const isShared = places.fieldOf(place) === 'score' && tasks.has(cellIn(journal, change)?.task_id ?? 0)
      return isShared || students.has(change.student_id)
    })
    const over = [...new Set(followed.map(([, change]) => change))]
    totals.mutate({ userId, courseId, totals: changes, over, isUndo: changes.every(({ from, to }) => from === to) })
  }
  return { setTotals, resend: send }
}

/** The same of how much assignments count. */
export const useWeightEdits = (journal: Journal) => {
  const courseId = journal.course.id
  const texts = textsIn(journal)
  const client = useQueryClient()
  const { note, begin, newestOf } = latestIn(journal, client)
  const userId = useUser()?.id ?? 0
  const weight = useSetWeight(courseId, {
    onSaved: (change: SetWeight) => {
      forgetUnsaved([placeOfWeight(change.assignmentId)])
      const { userId, from, to, lesson, isUndo, isBack } = change
      if (isUndo) return showChange(client, { userId, courseId, summary: 'Вес не изменён', detail: 'Как было' })
      showChange(client, {
        userId,
        courseId,
        isBack,
        summary: `Вес: ${scoreText(from)} → ${scoreText(to)}`,
        detail: lesson,
        undo: () => send({ ...change, from: to, to: from, isBack: !isBack }),
      })
    },
    onRefused: (error, change) => {
      const place = placeOfWeight(change.assignmentId)
      const now = weightNow(error, change)
      if (now !== undefined && !change.isUndo)
        return keepAsked(
          {
            userId: change.userId,
            courseId,
            sentOf: () => (newestOf([change]).length > 0 ? { kind: 'weight', sent: change } : null),
          },
          () =>
            askToReplaceWeight(error, change.to, now, () => {
              if (newestOf([change]).length > 0) weight.mutate({ ...change, from: now })
            }),
        )
      keepUnsaved(error, 'Вес не сохранён', {
        userId: change.userId,
        courseId,
        places: [place],
        nameOf: () => texts.ofWeight(change),
        save: () => weight.mutate(change),
        sentOf: () => ({ kind: 'weight', sent: change }),
        changeAt: () => change,
        isStored: (_, { assignments }) =>
          assignments.some(({ id, weight }) => id === change.assignmentId && weight === change.to) &&
          showsSaved(change),
      })
    },
  })
  const send = (change: SetWeight) => {
    note([change])
    weight.mutate(change)
  }
  /** Sets how much an assignment counts. */
  const setWeight = ({ id: assignmentId, weight: from, lesson }: JournalAssignment, to: number) => {
    // what is shown, typed again, takes the place of an unsaved one, which the server may have
    if (to === from && !isUnsaved(placeOfWeight(assignmentId))) return
    const change = { userId, assignmentId, from, to, lesson: lesson.name, isUndo: to === from }
    begin([change])
    weight.mutate(change)
  }
  return { setWeight, resend: send }
}
