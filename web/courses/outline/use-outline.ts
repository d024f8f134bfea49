import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { Course } from '#contract/courses/courses.schema.ts'
import { outlineApi } from '#contract/courses/outline.api.ts'
import { lessonsApi } from '#contract/lessons/lessons.api.ts'
import { undoTimeMs } from '#contract/reviews/reviews.schema.ts'
import { courseQuery } from '#web/courses/courses.queries.ts'
import { applyAct, type OutlineAct, type ShownOutline, undoOf } from '#web/courses/outline/outline-acts.ts'
import { act, rollBack } from '#web/data/act.ts'
import { reportError } from '#web/data/report-error.ts'
import { useAskToStay } from '#web/forms/use-ask-to-stay.ts'
import { dismissToast, toast } from '#web/ui/toasts.ts'

/** The saved ids of what had a temporary one. */
const savedIds = new Map<number, number>()
const saved = <Id extends number | null | undefined>(id: Id) => (id == null ? id : (savedIds.get(id) ?? id)) as Id

/** An act with saved ids: those before it have been sent by now. */
const withSavedIds = (change: OutlineAct): OutlineAct => {
  if (change.type === 'move') {
    const { id, after_id, section_id } = change.move
    const move = { ...change.move, id: saved(id), after_id: saved(after_id) }
    return { ...change, move: section_id === undefined ? move : { ...move, section_id: saved(section_id) } }
  }
  if (change.type === 'add-lesson') return { ...change, section_id: saved(change.section_id) }
  if (change.type === 'bulk') return { ...change, ids: change.ids.map(saved), section_id: saved(change.section_id) }
  if (change.type === 'add-section') {
    const { after_id, lesson_ids = [] } = change
    const section = { ...change, lesson_ids: lesson_ids.map(saved) }
    return after_id === undefined ? section : { ...section, after_id: saved(after_id) }
  }
  return { ...change, id: saved(change.id) }
}

/** Sends an act; the new row's id for what it adds. */
const send = async (courseId: number, asked: OutlineAct): Promise<number | undefined> => {
  const params = { id: courseId }
  const change = withSavedIds(asked)
  switch (change.type) {
    case 'move':
      await act(outlineApi.move, { params, body: change.move })
      return
    case 'add-lesson': {
      const { name, section_id } = change
      const { lesson } = await act(lessonsApi.create, { body: { course_id: courseId, name, section_id } })
      return lesson.id
    }
    case 'rename-lesson':
      await act(lessonsApi.update, { params: { id: change.id }, body: { name: change.name } })
      return
    case 'add-section': {
      const { type: _, id: __, ...body } = change
      return (await act(outlineApi.createSection, { params, body })).section.id
    }
    case 'rename-section':
      await act(outlineApi.updateSection, { params: { id: change.id }, body: { name: change.name } })
      return
    case 'remove-section':
      await act(outlineApi.removeSection, { params: { id: change.id } })
      return
    case 'bulk': {
      const { type: _, ...body } = change
      await act(lessonsApi.bulk, { body })
      return
    }
  }
}

/** Whether it is still to be saved: until then it cannot be changed. */
export const isNew = ({ id }: { id: number }) => id < 0

/**
 * The outline of a course and its changes. An act is shown at once and sent after those before it; what is shown is
 * what the server has, with the acts under way applied to it.
 */
export const useOutline = (course: Pick<Course, 'id' | 'sections' | 'lessons'>) => {
  const client = useQueryClient()
  const mutationKey = ['outline', course.id]
  const underWay = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as OutlineAct,
  })
  const mutation = useMutation({
    mutationKey,
    scope: { id: `outline ${course.id}` },
    mutationFn: async (change: OutlineAct) => {
      const id = await send(course.id, change)
      if (id !== undefined && 'id' in change) savedIds.set(change.id, id)
      return id
    },
    onError: () => void rollBack(outlineApi.move),
  })
  useAskToStay(underWay.length > 0)
  const shown = underWay.reduce<ShownOutline>(applyAct, { sections: course.sections, lessons: course.lessons })

  /** What is shown now, with an act of a moment ago that is not drawn yet. */
  const current = (): ShownOutline => {
    const kept = client.getQueryData(courseQuery(course.id).queryKey)?.course ?? course
    const acts = client.getMutationCache().findAll({ mutationKey, status: 'pending' })
    return acts
      .map(({ state }) => state.variables as OutlineAct)
      .reduce<ShownOutline>(applyAct, { sections: kept.sections, lessons: kept.lessons })
  }

  /** Resolves to the id of what was added; fails as the call does. */
  const change = (next: OutlineAct) => mutation.mutateAsync(next)

  const undo = async (acts: OutlineAct[]) => {
    try {
      await Promise.all(acts.map(change))
    } catch (error) {
      reportError(error, 'Не удалось отменить')
    }
  }

  /** Makes a change that can be undone for ten seconds; `summary` says what was done. */
  const changeUndoably = (next: OutlineAct, summary: string, detail?: string) => {
    const back = undoOf(current(), next)
    const shown = toast({
      severity: 'success',
      summary,
      ...(detail && { detail }),
      key: `outline ${course.id}`,
      ...(back.length > 0 && { life: undoTimeMs, action: { label: 'Отменить', onClick: () => void undo(back) } }),
    })
    change(next).catch((error) => {
      dismissToast(shown)
      const what = summary.charAt(0).toLowerCase() + summary.slice(1)
      reportError(error, `Не сохранено: ${what}`, () => changeUndoably(next, summary, detail))
    })
  }

  return { shown, current, change, changeUndoably, isSaving: underWay.length > 0 }
}
export type OutlineChanges = ReturnType<typeof useOutline>
