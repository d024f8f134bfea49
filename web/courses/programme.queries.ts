import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { coursesApi } from '#contract/courses/courses.api.ts'
import type { Course } from '#contract/courses/courses.schema.ts'
import { act } from '#web/app/act.ts'
import { call } from '#web/app/call.ts'
import { inTurn } from '#web/app/endpoint-query.ts'
import { reportError } from '#web/app/report-error.ts'
import { courseQuery } from '#web/courses/courses.queries.ts'
import type { Programme } from '#web/courses/programme-moves.ts'

const placesOf = ({ lessons }: Pick<Programme, 'lessons'>) => lessons.map(({ id, section_id }) => ({ id, section_id }))

/**
 * Saves each step of the programme's editing at once and in order: sections and lessons are whole sets, so a step must
 * not overtake the one before.
 */
export const useProgramme = (courseId: number) => {
  const client = useQueryClient()
  const { queryKey } = courseQuery(courseId)
  const params = { id: courseId }
  const options = inTurn(coursesApi.update, { params })
  const onError = (error: unknown) => reportError(error, 'Не удалось сохранить программу')

  const change = useMutation({
    ...options,
    mutationFn: (programme: Programme) =>
      act(coursesApi.update, { params, body: { sections: programme.sections, lessons: placesOf(programme) } }),
    onError,
  })

  /** A new section has no id until the server has answered: nothing else is done meanwhile. */
  const add = useMutation({
    ...options,
    mutationFn: ({ sections, name }: { sections: Course['sections']; name: string }) =>
      act(coursesApi.update, { params, body: { sections: [...sections, { name }] } }),
    // what is wrong with the name is shown at the field
  })

  /** Puts a deleted section back where it was, with its lessons in it. */
  const bringBack = useMutation({
    ...options,
    mutationFn: async ({ before, id }: { before: Programme; id: number }) => {
      const { course: now } = await call(coursesApi.get, { params })
      const known = new Set(now.sections.map((section) => section.id))
      const at = before.sections.findIndex((section) => section.id === id)
      const name = before.sections[at]?.name ?? ''
      const sections = [...now.sections.slice(0, at), { name }, ...now.sections.slice(at)]
      const inside = new Set(before.lessons.filter(({ section_id }) => section_id === id).map((lesson) => lesson.id))
      // a section without its lessons is not shown on the way
      const withIt = await (inside.size === 0 ? act : call)(coursesApi.update, { params, body: { sections } })
      const section = withIt.course.sections.find((other) => !known.has(other.id))
      if (!section || inside.size === 0) return withIt
      const lessons = placesOf(withIt.course).map((place) =>
        inside.has(place.id) && place.section_id === null ? { ...place, section_id: section.id } : place,
      )
      return act(coursesApi.update, { params, body: { lessons } })
    },
    onError,
  })

  return {
    /** What stands now, the step of a moment ago included. */
    current: (): Programme => client.getQueryData(queryKey)?.course ?? { sections: [], lessons: [] },
    /** Shown at once: the next step of quick fingers begins from this one. */
    change: (programme: Programme) => {
      void client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (old) => old && { course: { ...old.course, ...programme } })
      change.mutate({ sections: programme.sections, lessons: programme.lessons })
    },
    add,
    bringBack: bringBack.mutate,
    busy: add.isPending || bringBack.isPending,
    saving: useIsMutating({ mutationKey: options.mutationKey }) > 0,
  }
}
