import type { Home } from '#contract/home/home.schema.ts'
import { GuestHome } from '#web/home/GuestHome.tsx'
import classes from '#web/home/HomeSettingsForm.module.css'
import { type HomeValues, homeOf } from '#web/home/home-form.ts'
import { Modal } from '#web/ui/Modal.tsx'

/** Projects in the order that is chosen now; one that was added since the page was loaded has no card yet. */
const inOrder = ({ projects }: Home, chosen: number[]) => {
  const place = ({ id }: { id: number }) => (chosen.includes(id) ? chosen.indexOf(id) : chosen.length)
  return projects.toSorted((a, b) => place(a) - place(b))
}

/** The main page as guests will see it, from what is typed: curators have another one. */
const HomePreview = ({ home, values, onClose }: { home: Home; values: HomeValues; onClose: () => void }) => {
  const settings = homeOf(values)
  return (
    <Modal
      fullScreen
      onClose={onClose}
      title="Так главную увидят гости"
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
      classNames={{ body: classes.preview }}
    >
      <GuestHome home={{ ...home, settings, projects: inOrder(home, settings.project_ids) }} />
    </Modal>
  )
}

export default HomePreview
