import { IconBadgeCc, IconBadgeOff, IconListNumbers, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { BarButton } from '#web/editor/controls/BarButton.tsx'
import type { ControlProps } from '#web/editor/controls/control-props.ts'

/** Adds captions and chapters to a film, or takes them away. */
export const VideoControls = ({ editor, context: { from, node }, addCaptions, editChapters }: ControlProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      {addCaptions && (
        <>
          <input
            ref={input}
            hidden
            type="file"
            accept=".vtt"
            aria-label="Файл субтитров"
            onChange={({ currentTarget }) => {
              addCaptions(node?.attrs.src, [...(currentTarget.files ?? [])])
              currentTarget.value = ''
            }}
          />
          <BarButton Icon={IconBadgeCc} onClick={() => input.current?.click()}>
            {node?.attrs.captions ? 'Заменить субтитры' : 'Добавить субтитры (.vtt)'}
          </BarButton>
        </>
      )}
      {node?.attrs.captions && (
        <BarButton
          Icon={IconBadgeOff}
          onClick={() =>
            editor
              .chain()
              .command(({ tr }) => Boolean(tr.setNodeAttribute(from, 'captions', null)))
              .setNodeSelection(from)
              .run()
          }
        >
          Убрать субтитры
        </BarButton>
      )}
      <BarButton Icon={IconListNumbers} onClick={() => editChapters(from)}>
        {node?.attrs['data-chapters'] ? 'Изменить главы' : 'Добавить главы'}
      </BarButton>
      <BarButton
        label="Удалить видео"
        Icon={IconTrash}
        danger
        onClick={() => editor.chain().deleteSelection().focus().run()}
      />
    </>
  )
}
