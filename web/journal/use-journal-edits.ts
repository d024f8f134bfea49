import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import type { Journal, JournalAssignment, JournalCell } from '#contract/journal/journal.schema.ts'
import { markText } from '#contract/journal/scales.ts'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import { useUser } from '#web/auth/session.ts'
import { useAskToStay } from '#web/forms/use-ask-to-stay.ts'
import {
  type CellPlace,
  type SentBy,
  type SetCells,
  type SetScore,
  useChangeCells,
  useSetScore,
} from '#web/journal/change-journal.ts'
import { type CellValues, changeBack, hasValues, placesIn } from '#web/journal/change-places.ts'
import { countedCells, textsIn } from '#web/journal/change-texts.ts'
import { isOfTeam } from '#web/journal/journal-filter.ts'
import { isOfJournal, showChange } from '#web/journal/journal-message.ts'
import type { Sent } from '#web/journal/kept-changes.ts'
import { latestIn } from '#web/journal/latest-changes.ts'
import { cellIn, type OwnCellChange, pendingChanges, showsSaved } from '#web/journal/pending-changes.ts'
import { judgeRefusal } from '#web/journal/refused-block.ts'
import { showRefused } from '#web/journal/refused-part.ts'
import { askToReplace, isRefusedFor, replacing, scoreNow } from '#web/journal/replace-score.ts'
import { takeBackLast } from '#web/journal/take-back.ts'
import { forgetUnsaved, isKeptAfter, isUnsaved, keepAsked, keepUnsaved } from '#web/journal/unsaved-changes.ts'
import { cellDraftKey, forgetCellText, keepCellText } from '#web/journal/use-cell-text.ts'
import { useTotalEdits, useWeightEdits } from '#web/journal/use-total-edits.ts'

/** The student and the lesson of a cell's task, whether or not it exists. */
export const placeOfCell = (
  student: { id: number },
  { lesson }: Pick<JournalAssignment, 'lesson'>,
  { task_id }: JournalCell,
): CellPlace => ({ taskId: task_id, studentId: student.id, lessonId: lesson.id ?? 0 })

/** What was typed in the card of a cell and goes with a change of it: a comment, or why a score is changed. */
const typedIn = (userId: number, { assignment_id, student_id, comment }: OwnCellChange, reason = '') => {
  const [field, text] = comment === undefined ? ['reason', reason] : ['comment', comment]
  const key = cellDraftKey({ id: userId }, { id: assignment_id }, { id: student_id }, field)
  return {
    /** Keeps it for the card, where the change was not saved. */
    keep: () => text && keepCellText(key, text),
    forget: () => forgetCellText(key, text),
    note: text && `Ваш текст остался в карточке клетки: «${text}».`,
  }
}

/** A cell as it is shown, and what changes in it. */
interface GivenCell {
  student: { id: number }
  cell: JournalCell
  change: CellValues
}

type CellOfChange = Pick<OwnCellChange, 'student_id' | 'assignment_id'>
const isOfCell = (one: CellOfChange, other: CellOfChange) =>
  one.student_id === other.student_id && one.assignment_id === other.assignment_id

/** Changes of scores and weights: each shows at once, says so, and can be taken back. */
export const useJournalEdits = (journal: Journal) => {
  const { grading } = journal
  const courseId = journal.course.id
  const client = useQueryClient()
  // without a person, whom the journal always has, nothing would be sent
  const userId = useUser()?.id ?? 0
  const places = placesIn(journal)
  const texts = textsIn(journal)
  const totals = useTotalEdits(journal)
  const weight = useWeightEdits(journal)
  const { note, begin, leftOf, newestOf } = latestIn(journal, client)
  /** The parts of changes that are in these places. */
  const picked = (changes: OwnCellChange[], given: string[]) => {
    const kept = new Set(given)
    return places.pick(changes, (place) => kept.has(place))
  }
  /** What keeps changes of cells that found nobody to answer. */
  const unsaved = (changes: OwnCellChange[], again: (changes: OwnCellChange[]) => void, kept: Sent) => {
    // a block may have hundreds, and each is looked for whenever the journal changes
    const partsAt = new Map<string, OwnCellChange[]>()
    for (const change of changes)
      for (const at of places.of(change))
        partsAt.set(at, [...(partsAt.get(at) ?? []), ...places.pick([change], (place) => place === at)])
    const valueAt = new Map(changes.map((change) => [places.ofValue(change), change]))
    return {
      places: [...partsAt.keys()],
      nameOf: (kept: string[]) => {
        const [one, ...others] = picked(changes, kept)
        return one && others.length === 0 ? texts.ofCell(one) : countedCells(others.length + 1)
      },
      save: (kept: string[]) => again(picked(changes, kept)),
      isStored: (place: string, now: Journal) =>
        (partsAt.get(place) ?? []).every((part) => showsSaved(part) && hasValues(cellIn(now, part), part)),
      changeAt: (place: string) => valueAt.get(place),
      sentOf: (left: string[]) => ({ kind: kept.kind, sent: { ...kept.sent, cells: picked(changes, left) } }),
    }
  }
  /** What to say beside a refusal: which changes it is about, if they were made long ago, and where their texts are. */
  const noteOf = ({ isRepeat }: SentBy, changes: OwnCellChange[], typed: { note: string }[]) =>
    [isRepeat ? `Не сохранилось: ${texts.ofAll(changes)}.` : '', ...typed.map(({ note }) => note)]
      .filter((text) => text !== '')
      .join(' ')
  const score = useSetScore(courseId, {
    onSaved: ({ isUndo, isRepeat, ...change }: SetScore) => {
      forgetUnsaved(change.cells.flatMap(places.of))
      typedIn(change.userId, change.cells[0], change.reason).forget()
      const { cells, max, student, lesson } = change
      const [{ score: to = null, expected: from = null }] = cells
      showChange(client, {
        userId: change.userId,
        courseId,
        summary: `${student}: ${markText(from, max, grading)}\u00a0→\u00a0${markText(to, max, grading)}`,
        detail: lesson,
        undo: isUndo
          ? undefined
          : () => score.mutate({ ...change, cells: [changeBack(cells[0])], reason: '', isUndo: true }),
      })
    },
    onRefused: (error, change) => {
      const { cells, userId } = change
      const typed = typedIn(userId, cells[0], change.reason)
      typed.keep()
      if (leftOf(cells).length === 0) return
      const to = cells[0].score ?? null
      const now = scoreNow(error)
      if (now !== undefined && !change.isUndo)
        return keepAsked(
          {
            userId,
            courseId,
            sentOf: () => (newestOf(cells).length > 0 ? { kind: 'score', sent: change } : null),
          },
          () =>
            askToReplace(error, { ...change, to, now }, grading, () => {
              if (newestOf(cells).length > 0) score.mutate({ ...change, cells: [{ ...cells[0], expected: now }] })
            }),
        )
      keepUnsaved(error, 'Оценка не сохранена', {
        ...unsaved(cells, () => score.mutate({ ...change, isRepeat: true }), { kind: 'score', sent: change }),
        note: noteOf(change, cells, [typed]),
        onStored: typed.forget,
        userId,
        courseId,
      })
    },
  })
  const cells = useChangeCells(courseId, {
    onSaved: ({ userId, cells: saved, isUndo, refused }: SetCells) => {
      forgetUnsaved(saved.flatMap(places.of))
      showRefused({ userId, refused }, true)
      for (const change of saved) typedIn(userId, change).forget()
      showChange(client, {
        userId,
        courseId,
        summary: saved.length === 1 ? 'Клетка изменена' : `Изменено: ${countedCells(saved.length)}`,
        detail: isUndo ? 'Как было' : `${called('Студенты')} увидят это в своих оценках`,
        undo: isUndo ? undefined : () => cells.mutate({ userId, cells: saved.map(changeBack), isUndo: true }),
      })
    },
    onRefused: (error, { inCard, refused: earlier, ...sent }) => {
      showRefused({ userId: sent.userId, refused: earlier }, false)
      const typed = sent.isUndo ? [] : sent.cells.map((change) => typedIn(sent.userId, change))
      for (const { keep } of typed) keep()
      if (!isKeptAfter(error) && inCard) return
      const left = judgeRefusal(error, {
        kind: 'cells',
        journal,
        client,
        changes: sent.cells,
        isSame: isOfCell,
        isRefusedFor,
        replacing,
        sentOf: (changes) => ({ ...sent, cells: changes }),
        send: (sent) => cells.mutate(sent),
      })
      if (left.length === 0) return
      const repeat = (changes: OwnCellChange[]) => cells.mutate({ ...sent, cells: changes, isRepeat: true })
      keepUnsaved(error, 'Журнал не изменён', {
        ...unsaved(left, repeat, { kind: 'cells', sent }),
        userId: sent.userId,
        courseId,
        note: noteOf(sent, left, typed),
        onStored: (stored) => {
          for (const change of picked(left, stored)) typedIn(sent.userId, change).forget()
        },
      })
    },
  })
  /** Whether the server may have another absence than the cell shows: nobody has answered when it was changed. */
  const isAbsenceUnsaved = ({ id: student_id }: { id: number }, { assignment_id }: JournalCell) =>
    isUnsaved(places.ofAbsence({ student_id, assignment_id }))
  /** A change of a cell on the basis of what it shows. */
  const changeOf = (student: { id: number }, cell: JournalCell, change: CellValues): OwnCellChange => {
    const { score, absent, comment } = change
    const place = { assignment_id: cell.assignment_id, student_id: student.id }
    const isLost = isAbsenceUnsaved(student, cell)
    // until an own change of the absence has arrived, the server may have another one than the cell shows
    const isMoving = () =>
      pendingChanges(client, courseId).some(
        (other) =>
          !('to' in other) && isOfCell(other, place) && other.absent !== undefined && other.absent !== other.was_absent,
      )
    // nobody of a team becomes present by its score
    const isIdle = score !== undefined && absent === cell.absent && !isLost && isOfTeam(cell, journal.rows)
    return {
      ...place,
      ...(score !== undefined && { score, expected: cell.score }),
      ...(absent !== undefined &&
        !isIdle && {
          absent,
          was_absent: cell.absent,
          ...(isLost && { absence_unsure: true }),
          // the person leaves the absence as it is: what a colleague has set meanwhile must stay
          ...(absent === cell.absent && !isLost && !isMoving() && { expected_absent: absent }),
        }),
      ...(comment !== undefined && { comment, expected_comment: cell.comment }),
    }
  }
  /** Changes cells in one call, each on the basis of what its cell shows; `onRefused` has reported a refusal. */
  const sendCells = (given: GivenCell[], how: Pick<SetCells, 'inCard' | 'isUndo'> = {}) => {
    const changes = given.map(({ student, cell, change }) => changeOf(student, cell, change))
    begin(changes)
    return cells.mutateAsync({ userId, cells: changes, ...how })
  }
  useAskToStay(useIsMutating(isOfJournal) > 0)
  return {
    isAbsenceUnsaved,
    /** Takes back the change that was made last. */
    takeBackLast: () => void takeBackLast(client, courseId),
    setTotals: totals.setTotals,
    setWeight: weight.setWeight,
    /** For what an earlier page has left. */
    kept: {
      texts,
      send: ({ kind, sent }: Sent) => {
        if (kind === 'weight') return weight.resend(sent)
        if (kind === 'totals') return totals.resend({ ...sent, isRepeat: true })
        note(sent.cells)
        // refused, its text is in its card
        if (kind === 'score') score.mutate({ ...sent, isRepeat: true })
        else cells.mutate({ ...sent, inCard: false, isRepeat: true })
      },
    },
    /**
     * The mark that a cell shows was chosen again: it takes the place of an unsaved one, which the server may have. Where
     * there is none, nothing is sent. An absence alone leaves the score.
     */
    keepMark: (student: { id: number }, cell: JournalCell, isAbsenceAlone = false) => {
      const isScoreLost = !isAbsenceAlone && places.of(changeOf(student, cell, { score: cell.score })).some(isUnsaved)
      const change = {
        ...(isScoreLost && { score: cell.score }),
        ...(isAbsenceUnsaved(student, cell) && { absent: cell.absent }),
      }
      if (Object.keys(change).length > 0) void sendCells([{ student, cell, change }], { isUndo: true }).catch(() => {})
    },
    /** Sets the score of a cell, and says why. */
    setScore: (
      student: { id: number; name: string; surname: string },
      assignment: JournalAssignment,
      cell: JournalCell,
      to: number | null,
      reason = '',
    ) => {
      const { taskId, lessonId } = placeOfCell(student, assignment, cell)
      const change = changeOf(student, cell, { score: to })
      begin([change])
      score.mutate({
        userId,
        taskId,
        lessonId,
        reason,
        cells: [change],
        isUndo: false,
        max: assignment.max_score,
        student: fullName(student),
        lesson: assignment.lesson.name,
      })
    },
    /** Changes cells in one call: absences, and scores that are pasted. */
    changeCells: (changes: GivenCell[]) => void sendCells(changes).catch(() => {}),
    /**
     * Changes a comment. Resolves with true once it is saved, with false when it is kept to be saved again; rejects with
     * a refusal, and shows none.
     */
    changeComment: async (student: { id: number }, cell: JournalCell, comment: string) => {
      const given = { student, cell, change: { comment } }
      const changed = new Set(pendingChanges(client, courseId).flatMap(places.of))
      const isUnderWay = places.of(changeOf(student, cell, given.change)).some((at) => changed.has(at) || isUnsaved(at))
      if (comment === cell.comment && !isUnderWay) return true
      try {
        await sendCells([given], { inCard: true })
        return true
      } catch (error) {
        if (isKeptAfter(error)) return false
        throw error
      }
    },
  }
}
