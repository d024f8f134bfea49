import { IconPencil, IconTrash } from '@tabler/icons-react'
import { BarButton } from '#web/editor/controls/BarButton.tsx'
import type { ControlProps } from '#web/editor/controls/control-props.ts'

/** Opens the questions of a quiz, or takes it out of the text; its attempts stay. */
export const QuizControls = ({ editor, context, editQuiz }: ControlProps) => (
  <>
    {editQuiz && (
      <BarButton Icon={IconPencil} onClick={() => editQuiz(Number(context.node?.attrs['data-quiz']))}>
        Изменить тест
      </BarButton>
    )}
    <BarButton Icon={IconTrash} danger onClick={() => editor.chain().deleteSelection().focus().run()}>
      Убрать из текста
    </BarButton>
  </>
)
