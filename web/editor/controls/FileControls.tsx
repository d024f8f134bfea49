import { IconTrash } from '@tabler/icons-react'
import { BarButton } from '#web/editor/controls/BarButton.tsx'
import type { ControlProps } from '#web/editor/controls/control-props.ts'

/** Takes a file out of the text. */
export const FileControls = ({ editor }: ControlProps) => (
  <BarButton Icon={IconTrash} danger onClick={() => editor.chain().deleteSelection().focus().run()}>
    Убрать из текста
  </BarButton>
)
