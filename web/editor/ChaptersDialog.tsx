import { Row } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { maxChaptersLength, readChapters, writeChapters } from '#contract/content/chapters.ts'
import { useUser } from '#web/auth/session.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { useCloseGuard } from '#web/ui/use-close-guard.ts'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'

/** The chapters of a film that are being written. */
export interface ChaptersDialogProps {
  /** The address of the film. */
  film: string
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

/**
 * Asks for the chapters of a film, one a line. What is typed is kept on the device until the dialog is closed: a reload
 * ends it, and so does a newer draft of the text around it.
 */
const ChaptersDialog = ({ film, text, onSave, onClose }: ChaptersDialogProps) => {
  const [written, setWritten, clear] = useDeviceDraft(`chapters:${useUser()?.id}:${film}`, text)
  const [problem, setProblem] = useState<string | null>(null)
  const close = () => {
    clear()
    onClose()
  }
  const { modal, onInput, setTyped } = useCloseGuard(close)
  const isChanged = written !== text
  useEffect(() => {
    if (isChanged) setTyped(true)
  }, [isChanged, setTyped])
  const save = () => {
    const { chapters, wrong } = readChapters(written)
    if (wrong.length > 0) return setProblem(problemOf(wrong))
    clear()
    onSave(writeChapters(chapters) || null)
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
          <Button variant="default" onClick={close}>
            Отменить
          </Button>
          <Button type="submit">Готово</Button>
        </Row>
      </form>
    </Modal>
  )
}
export default ChaptersDialog
