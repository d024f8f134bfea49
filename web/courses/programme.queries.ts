import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { coursesApi } from '#contract/courses/courses.api.ts'
import type { Course } from '#contract/courses/courses.schema.ts'
import { call } from '#web/app/call.ts'
import { reportError } from '#web/app/report-error.ts'
import { courseQuery, keepCourse } from '#web/courses/courses.queries.ts'
import type { Programme } from '#web/courses/programme-moves.ts'

const placesOf = ({ lessons }: Pick<Programme, 'lessons'>) => lessons.map(({ id, section_id }) => ({ id, section_id }))

/**
 * Saves each step of the programme's editing at once and in order: sections and lessons are whole sets, so a step must
 * not overtake the one before.
 */
export const useProgramme = (courseId: number) => {
  const client = useQueryClient()
  const { queryKey } = courseQuery(courseId)
  const mutationKey = ['courses', courseId, 'programme']
  const options = { mutationKey, scope: { id: mutationKey.join('-') } }
  const params = { id: courseId }
  const last = () => client.isMutating({ mutationKey }) === 1
  const onError = (error: unknown) => {
    void client.invalidateQueries({ queryKey })
    reportError(error, 'Не удалось сохранить программу')
  }
  const onSuccess = (answer: { course: Course }) => {
    if (last()) keepCourse(client, answer)
  }

  const change = useMutation({
    ...options,
    mutationFn: (programme: Programme) =>
      call(coursesApi.update, { params, body: { sections: programme.sections, lessons: placesOf(programme) } }),
    onSuccess,
    onError,
  })

  /** A new section has no id until the server has answered: nothing else is done meanwhile. */
  const add = useMutation({
    ...options,
    mutationFn: ({ sections, name }: { sections: Course['sections']; name: string }) =>
      call(coursesApi.update, { params, body: { sections: [...sections, { name }] } }),
    onSuccess,
    // what is wrong with the name is told at the field
    onError: () => void client.invalidateQueries({ queryKey }),
  })

  /** Puts a deleted section back where it was, with its lessons in it. */
  const bringBack = useMutation({
    ...options,
    mutationFn: async ({ before, id }: { before: Programme; id: number }) => {
      const { course: now } = await call(coursesApi.get, { params })
      const known = new Set(now.sections.map((section) => section.id))
      const at = before.sections.findIndex((section) => section.id === id)
      const name = before.sections[at]?.name ?? ''
      const withIt = await call(coursesApi.update, {
        params,
        body: { sections: [...now.sections.slice(0, at), { name }, ...now.sections.slice(at)] },
      })
      const section = withIt.course.sections.find((other) => !known.has(other.id))
      const inside = new Set(before.lessons.filter(({ section_id }) => section_id === id).map((lesson) => lesson.id))
      if (!section || inside.size === 0) return withIt
      const lessons = placesOf(withIt.course).map((place) =>
        inside.has(place.id) && place.section_id === null ? { ...place, section_id: section.id } : place,
      )
      return call(coursesApi.update, { params, body: { lessons } })
    },
    onSuccess,
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
    saving: useIsMutating({ mutationKey }) > 0,
  }
}
