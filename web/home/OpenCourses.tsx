import { useQuery } from '@tanstack/react-query'
import { HomeSection } from '#web/home/HomeSection.tsx'
import { guestHome } from '#web/home/home.queries.ts'
import { ProgramGrid } from '#web/programs/ProgramCard.tsx'

/** Courses to join, for signed-in users without a course: the guests' page is not shown to them any more. */
export const OpenCourses = () => {
  const { data } = useQuery(guestHome)
  if (!data || data.home.courses.length === 0) return null
  return (
    <HomeSection title="Набор открыт">
      <ProgramGrid programs={data.home.courses} />
    </HomeSection>
  )
}
