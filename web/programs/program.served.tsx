import type { ServedView } from '#web/page-module.ts'
import { ProgramView } from '#web/programs/ProgramView.tsx'

const view: ServedView<'programs.show'> = ({
  answers: {
    program: { program },
  },
}) => <ProgramView program={program} />

export default view
