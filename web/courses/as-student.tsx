import type { ReactNode } from 'react'
import { newStudent } from '#contract/courses/courses.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { latePart } from '#web/app/late.tsx'
import type { AsStudentBarProps } from '#web/courses/AsStudentBar.tsx'

/** The bar over a page that staff see as students do. */
export const AsStudentBar = latePart<AsStudentBarProps>(
  () => import('#web/courses/AsStudentBar.tsx'),
  () => null,
)

/** The part of an address that asks for it. */
interface Asked {
  as?: string | undefined
}

/** What a query asks for. */
export const viewOf = ({ as }: Asked) => (as === 'student' ? as : undefined)

/** Whether the reader looks at a page as a student without being one. */
export const isAsStudent = (search: Asked, actor: Actor) => viewOf(search) !== undefined && actor.role !== 'student'

/** Returns the actor that a page is drawn for. */
export const viewerOf = (search: Asked, actor: Actor) => (isAsStudent(search, actor) ? newStudent : actor)

/** Disables every button in it while staff look at a page as students do. */
export const Acts = ({ disabled, children }: { disabled: boolean; children: ReactNode }) =>
  disabled ? (
    <fieldset disabled style={{ display: 'contents' }}>
      {children}
    </fieldset>
  ) : (
    children
  )
