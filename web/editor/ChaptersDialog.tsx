import { Row } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { maxChaptersLength, readChapters, writeChapters } from '#contract/content/chapters.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { useCloseGuard } from '#web/ui/use-close-guard.ts'

/** The chapters of a film that are being written. */
export interface ChaptersDialogProps {
  /** As they are kept. */
  text: string
  /** Null when there are none. */
  onSave: (text: string | null) => void
  onClose: () => void
}

const problemOf = (wrong: number[]) => {
  const numbers = wrong.slice(0, 5).join(', ')
  const lines = wrong.length === 1 ? `Строка ${numbers}` : `Строки ${numbers}${wrong.length > 5 ? ' и другие' : ''}`
  return `${lines}: сначала время, потом название. Пример: 01:20 Установка. Глав может быть до 100.`
}

/** Asks for the chapters of a film, one a line. */
const ChaptersDialog = ({ text, onSave, onClose }: ChaptersDialogProps) => {
  const [written, setWritten] = useState(text)
  const [problem, setProblem] = useState<string | null>(null)
  const { modal, onInput } = useCloseGuard(onClose)
  const save = () => {
    const { chapters, wrong } = readChapters(written)
    if (wrong.length > 0) setProblem(problemOf(wrong))
    else onSave(writeChapters(chapters) || null)
  }
  return (
    <Modal {...modal} title="Главы видео" returnFocus={false}>
      <form
        onInput={onInput}
        onSubmit={(event) => {
          event.preventDefault()
          // React takes it through the dialog to the form of the page
          event.stopPropagation()
          save()
        }}
      >
        <Textarea
          label="Время начала и название, по одной главе в строке"
          placeholder={'00:00 Вступление\n01:20 Установка'}
          value={written}
          maxLength={maxChaptersLength}
          autosize
          minRows={6}
          maxRows={14}
          data-autofocus
          error={problem}
          onChange={(event) => {
            setWritten(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <Row wrap justify="end" gap={2.5} mt={4.5}>
          <Button variant="default" onClick={onClose}>
            Отменить
          </Button>
          <Button type="submit">Готово</Button>
        </Row>
      </form>
    </Modal>
  )
}
export default ChaptersDialog
