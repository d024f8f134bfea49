import type { ProgramCard } from '#contract/programs/programs.schema.ts'
import { HomeSection } from '#web/home/HomeSection.tsx'
import { ProgramGrid } from '#web/programs/ProgramCard.tsx'
import { Text } from '#web/ui/layout.tsx'

/** Courses to join, for signed-in users without a course: the guests' page is not shown to them any more. */
export const OpenCourses = ({ programs, note }: { programs: ProgramCard[]; note?: string }) => {
  if (programs.length === 0) return null
  return (
    <HomeSection title="Набор открыт">
      <ProgramGrid programs={programs} />
      {note && (
        <Text mt={4} tone="soft">
          {note}
        </Text>
      )}
    </HomeSection>
  )
}
