import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import { pathTo } from '#contract/pages.ts'
import type { Program } from '#contract/programs/programs.schema.ts'
import { latePart } from '#web/app/late.tsx'
import { usePageTitle } from '#web/app/page-head.ts'
import { usePageId } from '#web/app/page-params.ts'
import { applicationsQuery } from '#web/applications/applications.queries.ts'
import { currentUser, useUser } from '#web/auth/session.ts'
import { readToken } from '#web/auth/token.ts'
import { useActor } from '#web/auth/use-actor.ts'
import type { PageLoad } from '#web/page-module.ts'
import { isOpen } from '#web/programs/EnrolCard.tsx'
import { ProgramView } from '#web/programs/ProgramView.tsx'
import { programQuery } from '#web/programs/programs.queries.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

// it leads here
export { ClosedCourse } from '#web/programs/ClosedCourse.tsx'

// guests, who are most of the readers, never see its form
const ProgramApplication = latePart(
  async () => ({ default: (await import('#web/applications/ProgramApplication.tsx')).ProgramApplication }),
  () => <SkeletonList count={1} height={120} />,
)

/** The announcement, and what a signed-in reader has applied for. */
export const load: PageLoad<'programs.show'> = ({ id }) => ({
  program: programQuery(Number(id)),
  others:
    readToken() && (currentUser()?.role.slug ?? 'student') === 'student'
      ? [applicationsQuery({ program_id: Number(id) })]
      : [],
})

/** Everybody who takes, teaches or runs the course is led to it. */
const Announcement = ({ program }: { program: Program }) => {
  const user = useUser()
  const actor = useActor()
  const mine =
    user &&
    actor &&
    (program.id in user.courses || isCourseStaff(actor, { teacher_ids: program.teachers.map(({ id }) => id) }))
  const action = mine ? (
    <LinkButton large href={pathTo('courses.show', { id: program.id })}>
      Открыть курс
    </LinkButton>
  ) : undefined
  const application =
    user?.role.slug === 'student' && !mine ? <ProgramApplication programId={program.id} open={isOpen(program)} /> : null
  return (
    <ProgramView
      program={program}
      action={action}
      application={user ? application : undefined}
      byLetter={user?.email_confirmed}
    />
  )
}

const Outline = () => (
  <Wrap>
    <Stack gap={4.5} role="status" aria-label="Загрузка">
      <Skeleton height={48} width="60%" />
      <Skeleton height={90} />
      <Skeleton height={320} />
    </Stack>
  </Wrap>
)

const ProgramPage = () => {
  const query = useQuery(programQuery(usePageId('programs.show')))
  usePageTitle(query.data?.program.name, query.data?.program.summary)
  return (
    <ListState query={query} skeleton={<Outline />} page>
      {({ program }) => <Announcement program={program} />}
    </ListState>
  )
}

export default ProgramPage
