import { IconTrash } from '@tabler/icons-react'
import classes from '#web/editor/ContextBar.module.css'
import { BarButton } from '#web/editor/controls/BarButton.tsx'
import type { ControlProps } from '#web/editor/controls/control-props.ts'
import { Row } from '#web/ui/layout.tsx'

const widths = ['25', '50', '75', '100']

/** What a picture shows, for those who do not see it, and how wide it is. */
export const PictureControls = ({ editor, context: { from, node } }: ControlProps) => {
  const change = (attributes: Record<string, string | null>) =>
    editor
      .chain()
      .command(({ tr }) => {
        for (const [name, value] of Object.entries(attributes)) tr.setNodeAttribute(from, name, value)
        return true
      })
      .setNodeSelection(from)
      .run()
  const width: string | null = node?.attrs['data-width'] ?? null
  return (
    <>
      <Row as="label" gap={2} size={2} tone="soft" className={classes.field}>
        Описание
        <input
          value={node?.attrs.alt ?? ''}
          maxLength={500}
          placeholder="Что на картинке, для незрячих"
          onChange={(event) => change({ alt: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            editor.commands.focus()
          }}
        />
      </Row>
      <span className={classes.line} aria-hidden="true" />
      <BarButton pressed={width === null} onClick={() => change({ 'data-width': null })}>
        Как есть
      </BarButton>
      {widths.map((value) => (
        <BarButton
          key={value}
          label={`Ширина ${value} %`}
          pressed={width === value}
          onClick={() => change({ 'data-width': value })}
        >
          {value} %
        </BarButton>
      ))}
      <span className={classes.line} aria-hidden="true" />
      <BarButton
        label="Удалить картинку"
        Icon={IconTrash}
        danger
        onClick={() => editor.chain().deleteSelection().focus().run()}
      />
    </>
  )
}
