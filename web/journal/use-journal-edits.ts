import { useEffect, useRef } from 'react'
import type {
  CellChange,
  Journal,
  JournalAssignment,
  JournalCell,
  JournalRow,
} from '#contract/journal/journal.schema.ts'
import type { StudentTotal } from '#contract/journal/periods.schema.ts'
import { markText } from '#contract/journal/scales.ts'
import { scoreText } from '#contract/journal/score-text.ts'
import { totalText } from '#contract/journal/totals.ts'
import { counted } from '#contract/plural.ts'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import { isAway } from '#web/app/away.ts'
import { useAskToStay } from '#web/app/use-ask-to-stay.ts'
import { useUser } from '#web/auth/session.ts'
import {
  type CellPlace,
  type SetCells,
  type SetScore,
  type SetTotal,
  type SetTotals,
  type SetWeight,
  useChangeCells,
  useSetScore,
  useSetTotals,
  useSetWeight,
} from '#web/journal/change-journal.ts'
import { isOfTeam } from '#web/journal/journal-filter.ts'
import { askToReplace, askToReplaceAll, replacing, scoreNow, totalsNow } from '#web/journal/replace-score.ts'
import { forgetStored, forgetUnsaved, keepUnsaved } from '#web/journal/unsaved-changes.ts'
import { toast } from '#web/ui/toasts.ts'

/** Says what has changed, with a way back; the next change takes the place of the message. */
const tell = (summary: string, detail: string, undo?: () => void) =>
  toast({
    severity: 'success',
    summary,
    detail,
    key: 'journal',
    ...(undo ? { action: { label: 'Отменить', onClick: undo } } : {}),
  })

/** The student and the lesson of a cell's task, whether or not it exists. */
export const placeOfCell = (
  student: { id: number },
  { lesson }: Pick<JournalAssignment, 'lesson'>,
  { task_id, assignment_id }: JournalCell,
): CellPlace => ({ taskId: task_id, studentId: student.id, assignmentId: assignment_id, lessonId: lesson.id ?? 0 })

/** What changes in a cell. */
export type CellValues = Pick<CellChange, 'score' | 'absent' | 'comment'>

const changeOf = (
  student: { id: number },
  { assignment_id, score, comment }: JournalCell,
  change: CellValues,
): CellChange => ({
  ...change,
  assignment_id,
  student_id: student.id,
  ...(change.score !== undefined && { expected: score }),
  ...(change.comment !== undefined && { expected_comment: comment }),
})

/** The change that takes another one back. */
const changeBack = (student: { id: number }, cell: JournalCell, change: CellValues): CellChange => {
  const before: CellValues = {}
  if (change.score !== undefined) before.score = cell.score
  if (change.absent !== undefined) before.absent = cell.absent
  if (change.comment !== undefined) before.comment = cell.comment
  return changeOf(student, { ...cell, score: change.score ?? null, comment: change.comment ?? '' }, before)
}

/**
 * What a change that did not reach the server is about. A mark is a score or an absence: one takes the place of the
 * other.
 */
const placeOfMark = (studentId: number, assignmentId: number) => `mark ${studentId}:${assignmentId}`
const placeOfTeamScore = (taskId: number) => `score ${taskId}`
/** A team has one score, which may be typed again in the row of another of its students; absences are their own. */
const placeOfScore = (
  { taskId, studentId, assignmentId }: Pick<CellPlace, 'taskId' | 'studentId' | 'assignmentId'>,
  rows: JournalRow[],
) => {
  const isShared = taskId !== null && isOfTeam({ task_id: taskId }, rows)
  return isShared ? placeOfTeamScore(taskId) : placeOfMark(studentId, assignmentId)
}
const placeOfTotal = (courseId: number, { student, periodId }: SetTotal) =>
  `total ${courseId}:${student.id}:${periodId}`
/** What a total is by now, where it is among the changed ones. */
const totalNow = ({ student, periodId, from }: SetTotal, now: StudentTotal[]) => {
  const changed = now.find(({ student_id, period_id }) => student_id === student.id && period_id === periodId)
  return changed ? changed.score : from
}
const placeOfWeight = (assignmentId: number) => `weight ${assignmentId}`

const countedCells = (count: number) => counted(count, 'клетка', 'клетки', 'клеток')
const countedTotals = (count: number) => counted(count, 'итог', 'итога', 'итогов')

const cellIn = ({ rows }: Journal, studentId: number, assignmentId: number) =>
  rows
    .find(({ student }) => student.id === studentId)
    ?.cells.find(({ assignment_id }) => assignment_id === assignmentId)

/** Whether a cell is as a change makes it. */
const isChanged = (cell: JournalCell | undefined, change: CellChange) =>
  cell !== undefined &&
  (['score', 'absent', 'comment'] as const).every(
    (field) => change[field] === undefined || change[field] === cell[field],
  )

/** Changes of scores and weights: each shows at once, says so, and can be taken back. */
export const useJournalEdits = (journal: Journal) => {
  const { grading } = journal
  const courseId = journal.course.id
  useEffect(() => forgetStored(journal), [journal])
  // without a person, whom the journal always has, nothing would be sent
  const userId = useUser()?.id ?? 0
  /** Changes whose refusal is shown in the card where they were typed. */
  const inCard = useRef(new WeakSet<CellChange[]>())
  /** What takes back a change of cells that is on its way. */
  const undos = useRef(new Map<CellChange[], CellChange[]>())
  /** Undoes what is left of a change by what is left of its undo. */
  const moveUndo = (from: CellChange[], to: CellChange[]) => {
    const undo = undos.current.get(from)
    // what takes a change back is not taken back itself
    if (!undo) return
    undos.current.delete(from)
    undos.current.set(
      to,
      undo.filter((_, index) => to.includes(from[index] as CellChange)),
    )
  }
  const placeOfChange = ({ student_id: studentId, assignment_id: assignmentId, score, comment }: CellChange) => {
    if (comment !== undefined) return `comment ${studentId}:${assignmentId}`
    if (score === undefined) return placeOfMark(studentId, assignmentId)
    const taskId = cellIn(journal, studentId, assignmentId)?.task_id ?? null
    return placeOfScore({ taskId, studentId, assignmentId }, journal.rows)
  }
  const forgetScore = (place: Parameters<typeof placeOfScore>[0]) =>
    forgetUnsaved([placeOfScore(place, journal.rows), placeOfMark(place.studentId, place.assignmentId)])
  const score = useSetScore(courseId, {
    onSaved: ({ isUndo, ...change }: SetScore) => {
      forgetScore(change)
      const { from, to, max, student, lesson } = change
      const summary = `${student}: ${markText(from, max, grading)}\u00a0→\u00a0${markText(to, max, grading)}`
      tell(
        summary,
        lesson,
        isUndo ? undefined : () => score.mutate({ ...change, from: to, to: from, reason: '', isUndo: true }),
      )
    },
    onRefused: (error, change) => {
      const now = scoreNow(error)
      if (now !== undefined && !change.isUndo)
        return askToReplace(error, { ...change, now }, grading, () => score.mutate({ ...change, from: now }))
      keepUnsaved(error, 'Оценка не сохранена', {
        userId: change.userId,
        places: [placeOfScore(change, journal.rows)],
        nameOf: () => `${change.student}: ${markText(change.to, change.max, grading)}`,
        save: () => score.mutate(change),
        isStored: (_, now) => cellIn(now, change.studentId, change.assignmentId)?.score === change.to,
      })
    },
  })
  const cells = useChangeCells(courseId, {
    onSaved: ({ userId, cells: sent }: SetCells) => {
      forgetUnsaved(sent.map(placeOfChange))
      const undo = undos.current.get(sent)
      undos.current.delete(sent)
      tell(
        sent.length === 1 ? 'Клетка изменена' : `Изменено: ${countedCells(sent.length)}`,
        undo ? `${called('Студенты')} увидят это в своих оценках` : 'Как было',
        undo && (() => cells.mutate({ userId, cells: undo })),
      )
    },
    onRefused: (error, { userId, cells: sent }) => {
      if (!isAway(error) && inCard.current.has(sent)) return
      const undo = undos.current.get(sent)
      const again = undo && replacing(error, sent, undo)
      if (again)
        return askToReplaceAll(error, () => {
          undos.current.set(again.changes, again.undo)
          cells.mutate({ userId, cells: again.changes })
        })
      keepUnsaved(error, 'Журнал не изменён', {
        userId,
        places: sent.map(placeOfChange),
        nameOf: (places) => countedCells(places.length),
        save: (places) => {
          const left = sent.filter((change) => places.includes(placeOfChange(change)))
          moveUndo(sent, left)
          cells.mutate({ userId, cells: left })
        },
        isStored: (place, now) =>
          sent.some(
            (change) =>
              placeOfChange(change) === place &&
              isChanged(cellIn(now, change.student_id, change.assignment_id), change),
          ),
      })
    },
  })
  const weight = useSetWeight(courseId, {
    onSaved: (change: SetWeight) => {
      forgetUnsaved([placeOfWeight(change.assignmentId)])
      const { from, to, lesson } = change
      tell(`Вес: ${scoreText(from)} → ${scoreText(to)}`, lesson, () => weight.mutate({ ...change, from: to, to: from }))
    },
    onRefused: (error, change) =>
      keepUnsaved(error, 'Вес не сохранён', {
        userId: change.userId,
        places: [placeOfWeight(change.assignmentId)],
        nameOf: () => `вес «${change.lesson}»: ${scoreText(change.to)}`,
        save: () => weight.mutate(change),
        isStored: (_, { assignments }) =>
          assignments.some(({ id, weight }) => id === change.assignmentId && weight === change.to),
      }),
  })
  const placeOf = (change: SetTotal) => placeOfTotal(courseId, change)
  const totals = useSetTotals(courseId, {
    onSaved: ({ userId, totals: sent }: SetTotals) => {
      forgetUnsaved(sent.map(placeOf))
      const [first] = sent
      const isOne = sent.length === 1 && first
      tell(
        isOne
          ? `Итог: ${totalText(first.from, grading)}\u00a0→\u00a0${totalText(first.to, grading)}`
          : `Поставлено: ${countedTotals(sent.length)}`,
        `${called('Студенты')} увидят это в своих оценках`,
        () =>
          totals.mutate({ userId, totals: sent.map((change) => ({ ...change, from: change.to, to: change.from })) }),
      )
    },
    onRefused: (error, { userId, totals: sent }) => {
      const now = totalsNow(error)
      if (now.length > 0)
        return askToReplaceAll(
          error,
          () => totals.mutate({ userId, totals: sent.map((change) => ({ ...change, from: totalNow(change, now) })) }),
          'Итоги уже другие',
        )
      keepUnsaved(error, 'Итог не сохранён', {
        userId,
        places: sent.map(placeOf),
        nameOf: (places) => countedTotals(places.length),
        save: (places) => totals.mutate({ userId, totals: sent.filter((change) => places.includes(placeOf(change))) }),
        isStored: (place, { course, rows }) =>
          course.id === courseId &&
          sent.some((change) => {
            const row = rows.find(({ student }) => student.id === change.student.id)
            const total = row?.totals.find(({ period_id }) => period_id === change.periodId)
            return placeOf(change) === place && total?.score === change.to
          }),
      })
    },
  })
  /** Changes cells in one call, each on the basis of what its cell shows; `onRefused` has reported a refusal. */
  const sendCells = (
    changes: { student: { id: number }; cell: JournalCell; change: CellValues }[],
    hasCard = false,
  ) => {
    const sent = changes.map(({ student, cell, change }) => changeOf(student, cell, change))
    if (hasCard) inCard.current.add(sent)
    undos.current.set(
      sent,
      changes.map(({ student, cell, change }) => changeBack(student, cell, change)),
    )
    forgetUnsaved(
      sent.flatMap((change) => {
        const place = placeOfChange(change)
        // a score takes the place of an absence, also where the score itself is a team's
        return change.score === undefined ? place : [place, placeOfMark(change.student_id, change.assignment_id)]
      }),
    )
    return cells.mutateAsync({ userId, cells: sent })
  }
  useAskToStay([score, cells, weight, totals].some(({ isPending }) => isPending))
  return {
    /** Sets totals in one call; null takes one back. */
    setTotals: (given: SetTotal[]) => {
      forgetUnsaved(given.map(placeOf))
      const changes = given.filter(({ from, to }) => from !== to)
      if (changes.length > 0) totals.mutate({ userId, totals: changes })
    },
    /** What a cell shows was chosen again: withdraws a score, or an absence, that did not reach the server. */
    keepScore: ({ id }: { id: number }, { task_id, assignment_id }: JournalCell) =>
      forgetScore({ taskId: task_id, studentId: id, assignmentId: assignment_id }),
    keepAbsent: ({ id }: { id: number }, cell: JournalCell) => forgetUnsaved([placeOfMark(id, cell.assignment_id)]),
    /** Sets the score of a cell, and says why. */
    setScore: (
      student: { id: number; name: string; surname: string },
      assignment: JournalAssignment,
      cell: JournalCell,
      to: number | null,
      reason = '',
    ) => {
      const place = placeOfCell(student, assignment, cell)
      forgetScore(place)
      score.mutate({
        ...place,
        userId,
        from: cell.score,
        to,
        reason,
        isUndo: false,
        max: assignment.max_score,
        student: fullName(student),
        lesson: assignment.lesson.name,
      })
    },
    /** Changes cells in one call: absences, and scores that are pasted. */
    changeCells: (changes: Parameters<typeof sendCells>[0]) => void sendCells(changes).catch(() => {}),
    /** Changes a comment. Resolves once it is saved, or kept to be saved again; rejects with a refusal, and shows none. */
    changeComment: async (student: { id: number }, cell: JournalCell, comment: string) => {
      if (comment === cell.comment) return forgetUnsaved([placeOfChange(changeOf(student, cell, { comment }))])
      await sendCells([{ student, cell, change: { comment } }], true).catch((error) => {
        if (!isAway(error)) throw error
      })
    },
    /** Sets how much an assignment counts. */
    setWeight: ({ id: assignmentId, weight: from, lesson }: JournalAssignment, to: number) => {
      forgetUnsaved([placeOfWeight(assignmentId)])
      if (to !== from) weight.mutate({ userId, assignmentId, from, to, lesson: lesson.name })
    },
  }
}
