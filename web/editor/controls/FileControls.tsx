import { IconTrash } from '@tabler/icons-react'
import type { ControlProps } from '#web/editor/ContextBar.tsx'
import { BarButton } from '#web/editor/controls/BarButton.tsx'

/** Takes a file out of the text. */
export const FileControls = ({ editor }: ControlProps) => (
  <BarButton Icon={IconTrash} danger onClick={() => editor.chain().deleteSelection().focus().run()}>
    Убрать из текста
  </BarButton>
)
