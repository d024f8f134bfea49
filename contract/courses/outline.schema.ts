import { z } from 'zod'
import { Id, line } from '#contract/http/fields.ts'

/**
 * One step in the order of a course. A lesson goes to `section_id` (null: outside of the sections), or to the section
 * of
 * `after_id` when none is named. `after_id` null: first; one that is no longer there: last.
 */
export const OutlineMove = z.object({
  kind: z.enum(['lesson', 'section']),
  id: Id,
  section_id: Id.nullable().optional(),
  after_id: Id.nullable(),
})
export type OutlineMove = z.infer<typeof OutlineMove>

export const SectionName = z.object({ name: line(200) })

/** A new section is the last one, unless `after_id` is given; `lesson_ids` go into it, in this order. */
export const SectionCreate = SectionName.extend({
  after_id: Id.nullable().optional(),
  lesson_ids: z.array(Id).max(1000).optional(),
})
export type SectionCreate = z.output<typeof SectionCreate>
