import { Button } from '@mantine/core'
import { Notice } from '#web/ui/Notice.tsx'

/** Says that a form holds what was typed and not saved last time. */
export const RestoredNotice = ({ onDiscard }: { onDiscard: () => void }) => (
  <Notice
    icon="draft"
    action={
      <Button size="sm" variant="default" onClick={onDiscard}>
        Отбросить
      </Button>
    }
  >
    Здесь то, что вы набрали в прошлый раз и не сохранили.
  </Notice>
)
