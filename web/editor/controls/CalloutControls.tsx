import { IconAlertTriangle, IconBulb, IconInfoCircle, type TablerIcon } from '@tabler/icons-react'
import { type CalloutKind, calloutNames } from '#web/content/callout-names.ts'
import classes from '#web/editor/ContextBar.module.css'
import { BarButton } from '#web/editor/controls/BarButton.tsx'
import type { ControlProps } from '#web/editor/controls/control-props.ts'

const icons: Record<CalloutKind, TablerIcon> = { info: IconInfoCircle, warn: IconAlertTriangle, ok: IconBulb }

/** Buttons that choose the kind of a call-out. */
export const CalloutControls = ({ editor, context: { node } }: ControlProps) => (
  <>
    {(Object.keys(icons) as CalloutKind[]).map((kind) => (
      <BarButton
        key={kind}
        Icon={icons[kind]}
        pressed={node?.attrs['data-callout'] === kind}
        onClick={() => editor.chain().updateAttributes('callout', { 'data-callout': kind }).focus().run()}
      >
        {calloutNames[kind]}
      </BarButton>
    ))}
    <span className={classes.line} aria-hidden="true" />
    <BarButton onClick={() => editor.chain().lift('callout').focus().run()}>Убрать выделение</BarButton>
  </>
)
