import { useQuery } from '@tanstack/react-query'
import { ApplyForm } from '#web/applications/ApplyForm.tsx'
import { applicationsQuery } from '#web/applications/applications.queries.ts'
import { OwnApplication } from '#web/applications/OwnApplication.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/**
 * How a signed-in student joins a course: the application they have sent, or the form for one while the course is
 * `open`.
 */
export const ProgramApplication = ({ programId, open }: { programId: number; open: boolean }) => (
  <ListState
    query={useQuery(applicationsQuery({ program_id: programId }))}
    skeleton={<SkeletonList count={1} height={120} />}
  >
    {({ applications: [last] }) => {
      // who was accepted and has left the course since may apply again
      const shown = last && last.status.slug !== 'accepted' ? last : null
      return (
        <>
          {shown && <OwnApplication application={shown} />}
          {open && shown?.status.slug !== 'new' && <ApplyForm programId={programId} />}
        </>
      )
    }}
  </ListState>
)
