import type { Application } from '#contract/applications/applications.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'

/** The course of an application, with a link to its announcement while there is one. */
export const ProgramName = ({ program, className }: { program: Application['program']; className?: string }) =>
  program.announced ? (
    <Link className={className} to={pathTo('programs.show', { id: program.id })}>
      {program.name}
    </Link>
  ) : (
    program.name
  )
