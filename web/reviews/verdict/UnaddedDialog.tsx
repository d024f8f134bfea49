import { Button } from '@mantine/core'
import { plural } from '#contract/plural.ts'
import { called } from '#contract/users/student-word.ts'
import classes from '#web/reviews/verdict/Verdict.module.css'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'

/** What is about to happen to the task while something is typed and not added or sent. */
export type Leaving = 'accepted' | 'returned' | 'next'

interface Words {
  title: (count: number) => string
  /** The texts, by what is about to happen. */
  add: Record<Leaving, string>
  without: (count: number) => Record<Leaving, string>
  why: (leaving: Leaving, count: number) => string
}

const withoutOf = (them: string, next: string) => ({
  accepted: `Принять без ${them}`,
  returned: `Вернуть без ${them}`,
  next,
})

const words: Record<'remark' | 'message' | 'note', Words> = {
  remark: {
    title: (count) => plural(count, 'Добавить замечание?', 'Добавить замечания?', 'Добавить замечания?'),
    add: { accepted: 'Добавить и принять', returned: 'Добавить и вернуть', next: 'Добавить' },
    without: (count) => withoutOf(plural(count, 'него', 'них', 'них'), 'Не добавлять'),
    why: (leaving, count) =>
      leaving === 'next'
        ? 'Если не добавлять, набранное подождёт вас в этой работе.'
        : `Без этого ${called('студент')} ${plural(count, 'его', 'их', 'их')} не увидит.`,
  },
  message: {
    title: () => 'Отправить сообщение?',
    add: { accepted: 'Отправить и принять', returned: 'Отправить и вернуть', next: 'Отправить' },
    without: () => withoutOf('него', 'Не отправлять'),
    why: () => 'Если не отправлять, набранное подождёт вас в обсуждении этой работы.',
  },
  note: {
    title: () => 'Сохранить заметку для своих?',
    add: { accepted: 'Сохранить и принять', returned: 'Сохранить и вернуть', next: 'Сохранить' },
    without: () => withoutOf('неё', 'Не сохранять'),
    why: () => 'Если не сохранять, набранное подождёт вас в обсуждении этой работы.',
  },
}

/** Asks what to do with text that was typed and not added or sent: it is neither sent nor lost by itself. */
const UnaddedDialog = ({
  about,
  texts,
  leaving,
  onAdd,
  onWithout,
  onClose,
}: {
  about: keyof typeof words
  texts: string[]
  leaving: Leaving
  onAdd: () => void
  onWithout: () => void
  onClose: () => void
}) => {
  const { title, add, without, why } = words[about]
  return (
    <Modal onClose={onClose} title={title(texts.length)}>
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
        {why(leaving, texts.length)}
      </Text>
      <Row wrap justify="end" gap={2.5} mt={4.5}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Отменить
        </Button>
        <Button variant="default" onClick={onWithout}>
          {without(texts.length)[leaving]}
        </Button>
        <Button onClick={onAdd} data-autofocus>
          {add[leaving]}
        </Button>
      </Row>
    </Modal>
  )
}

export default UnaddedDialog
