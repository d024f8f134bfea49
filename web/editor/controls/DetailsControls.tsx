import type { ControlProps } from '#web/editor/ContextBar.tsx'
import { BarButton } from '#web/editor/controls/BarButton.tsx'

/** Makes ordinary text of a collapsible part. */
export const DetailsControls = ({ editor }: ControlProps) => (
  <BarButton onClick={() => editor.chain().unsetDetails().focus().run()}>Показывать всегда</BarButton>
)
