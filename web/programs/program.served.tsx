import { ProgramView } from '#web/programs/ProgramView.tsx'
import type { ServedView } from '#web/routes.ts'

const view: ServedView<'programs.show'> = ({
  answers: {
    program: { program },
  },
}) => <ProgramView program={program} />

export default view
