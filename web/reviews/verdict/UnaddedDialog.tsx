import { called } from '#contract/users/student-word.ts'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import '#web/ui/modal-styles.ts'
import { Button, Modal } from '@mantine/core'
import classes from '#web/reviews/verdict/Verdict.module.css'
import { plural } from '#web/ui/plural.ts'
import { useReturnFocus } from '#web/ui/return-focus.ts'

/** What is about to happen to the task while a remark is typed and not added. */
export type Leaving = 'accepted' | 'returned' | 'next'

const unseen = () => `Без этого ${called('студент')} его не увидит.`

const labels: Record<Leaving, { add: string; without: string; why: () => string }> = {
  accepted: {
    add: 'Добавить и принять',
    without: 'Принять без него',
    why: unseen,
  },
  returned: {
    add: 'Добавить и вернуть',
    without: 'Вернуть без него',
    why: unseen,
  },
  next: {
    add: 'Добавить',
    without: 'Не добавлять',
    why: () => 'Если не добавлять, набранное подождёт вас в этой работе.',
  },
}

/** Asks what becomes of remarks that were typed and not added: they are neither sent nor lost by themselves. */
const UnaddedDialog = ({
  texts,
  leaving,
  onAdd,
  onWithout,
  onClose,
}: {
  texts: string[]
  leaving: Leaving
  onAdd: () => void
  onWithout: () => void
  onClose: () => void
}) => {
  useReturnFocus()
  const { add, without, why } = labels[leaving]
  const title = plural(texts.length, 'Добавить замечание?', 'Добавить замечания?', 'Добавить замечания?')
  return (
    <Modal opened onClose={onClose} title={title}>
      {texts.map((text) => (
        <Box
          as="blockquote"
          key={text}
          mb={2.5}
          pad={2}
          padX={3}
          ground="sunken"
          anywhere
          lines
          className={classes.unadded}
        >
          {text}
        </Box>
      ))}
      <Text size={2} tone="soft">
        {why()}
      </Text>
      <Row wrap justify="end" gap={2.5} mt={4.5}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Отменить
        </Button>
        <Button variant="default" onClick={onWithout}>
          {without}
        </Button>
        <Button onClick={onAdd} data-autofocus>
          {add}
        </Button>
      </Row>
    </Modal>
  )
}

export default UnaddedDialog
