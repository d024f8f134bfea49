import { Button } from '@mantine/core'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { canEditCourse } from '#contract/courses/courses.policy.ts'
import type { PageAddress } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { useActor } from '#web/auth/use-actor.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { NoAccess } from '#web/ui/NoAccess.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** An editor for those who teach or run the course; the others read `text` and get a way back. */
export function CourseStaffOnly<T>({
  query,
  courseOf,
  text,
  back,
  children,
}: {
  query: UseQueryOptions<T>
  courseOf: (data: T) => { teacher_ids: number[] }
  text: string
  back: { to: PageAddress; label: string }
  children: (data: T) => ReactNode
}) {
  const actor = useActor()
  const skeleton = (
    <Wrap size="narrow">
      <SkeletonList />
    </Wrap>
  )
  return (
    <ListState query={useQuery(query)} skeleton={skeleton} page>
      {(data: T) =>
        actor && canEditCourse(actor, courseOf(data)) ? (
          children(data)
        ) : (
          <NoAccess
            text={text}
            action={
              <Button component={Link} to={back.to} variant="default">
                {back.label}
              </Button>
            }
          />
        )
      }
    </ListState>
  )
}
