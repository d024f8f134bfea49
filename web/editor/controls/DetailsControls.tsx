import { BarButton } from '#web/editor/controls/BarButton.tsx'
import type { ControlProps } from '#web/editor/controls/control-props.ts'

/** Makes ordinary text of a collapsible part. */
export const DetailsControls = ({ editor }: ControlProps) => (
  <BarButton onClick={() => editor.chain().unsetDetails().focus().run()}>Показывать всегда</BarButton>
)
