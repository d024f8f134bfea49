import { GuestHome } from '#web/home/GuestHome.tsx'
import type { ServedView } from '#web/page-module.ts'

const view: ServedView<'main'> = ({
  answers: {
    home: { home },
  },
}) => <GuestHome home={home} />

export default view
