import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { placeOfQuestion } from '#contract/questions/question-places.ts'
import type { LessonQuestion } from '#contract/questions/questions.schema.ts'
import { fullName } from '#contract/users/names.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Person } from '#contract/users/users.schema.ts'
import { ApiError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import classes from '#web/questions/Questions.module.css'
import { useAnswer, useChangeQuestion, useDeleteQuestion } from '#web/questions/questions.queries.ts'
import { TextForm } from '#web/questions/TextForm.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { SteadyButton } from '#web/ui/SteadyButton.tsx'

const quiet = { as: 'span', size: 2, tone: 'quiet' } as const

const Message = ({
  person,
  moment,
  note,
  text,
  children,
}: {
  person: Person
  moment: string
  note?: string | false
  text: string
  children?: ReactNode
}) => (
  <div className={classes.message}>
    <Avatar person={person} size={32} />
    <Stack gap={0.5} shrink>
      <Row as="p" gap={0} gapX={2.5} wrap align="baseline" size={3}>
        <Text as="span" weight="strong" anywhere>
          {fullName(person)}
        </Text>
        {person.role.slug !== 'student' && <Text {...quiet}>{person.role.name}</Text>}
        <Text {...quiet} as="time" dateTime={moment}>
          {formatMoment(moment)}
        </Text>
        {note && <Text {...quiet}>{note}</Text>}
      </Row>
      {children ?? (
        <Text anywhere lines>
          {text}
        </Text>
      )}
    </Stack>
  </div>
)

/** A question with its answer, and what the reader may do about it; `readOnly`: nothing. */
export const QuestionItem = ({
  question,
  actor,
  isStaff,
  readOnly,
}: {
  question: LessonQuestion
  actor: Actor
  isStaff: boolean
  readOnly: boolean
}) => {
  const { id, user, text, created_at, edited_at, answer } = question
  const [open, setOpen] = useState<'change' | 'answer' | null>(null)
  const change = useChangeQuestion(id)
  const reply = useAnswer(id)
  const remove = useDeleteQuestion(id)
  const isOwn = user.id === actor.id && answer === null
  const close = () => setOpen(null)
  /** The answer that the one being written replaces; undefined for the present one, once its writer was shown that. */
  const [replaced, setReplaced] = useState<LessonQuestion['answer']>()
  const base = replaced === undefined ? answer : replaced
  const sendAnswer = async (sent: string) => {
    try {
      await reply.mutateAsync({ text: sent, expected: base?.answered_at ?? null })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'conflict') setReplaced(undefined)
      throw error
    }
  }
  const askAndRemove = async () => {
    const accepted = await confirm({
      title: 'Удалить вопрос?',
      text: answer ? 'Вопрос и ответ на него исчезнут у всех на курсе.' : 'Вопрос исчезнет у всех на курсе.',
      accept: 'Удалить',
      danger: true,
    })
    if (accepted) remove.mutate(undefined, { onError: (error) => reportError(error, 'Не удалось удалить вопрос') })
  }
  return (
    <Box as="article" id={placeOfQuestion(id)} aria-label={`Вопрос: ${fullName(user)}`} className={classes.question}>
      <Stack gap={3}>
        <Message person={user} moment={created_at} note={edited_at !== null && 'изменён'} text={text}>
          {open === 'change' ? (
            <TextForm
              label="Ваш вопрос"
              action="Сохранить"
              draftKey={`question:${actor.id}:${id}`}
              saved={text}
              failure="Вопрос не сохранён"
              send={(sent) => change.mutateAsync(sent)}
              onDone={close}
              autoFocus
            />
          ) : undefined}
        </Message>
        {answer && (open !== 'answer' || answer.answered_at !== replaced?.answered_at) && (
          <Box className={classes.answer} role="group" aria-label="Ответ">
            <Message person={answer.user} moment={answer.answered_at} text={answer.text} />
          </Box>
        )}
        {open === 'answer' && (
          <div className={classes.answer}>
            <TextForm
              label="Ответ для всех"
              description="Его увидят все на курсе"
              action="Ответить"
              draftKey={`answer:${actor.id}:${id}`}
              saved={replaced?.text ?? ''}
              failure="Ответ не отправлен"
              send={sendAnswer}
              onDone={close}
              autoFocus
            />
          </div>
        )}
        {!readOnly && open === null && (isStaff || isOwn) && (
          <Row gap={1} wrap className={classes.acts}>
            {isStaff && (
              <Button
                size="compact-sm"
                variant={answer ? 'subtle' : 'light'}
                onClick={() => {
                  setReplaced(answer)
                  setOpen('answer')
                }}
              >
                {answer ? 'Изменить ответ' : 'Ответить'}
              </Button>
            )}
            {isOwn && (
              <Button size="compact-sm" variant="subtle" onClick={() => setOpen('change')}>
                Изменить
              </Button>
            )}
            <SteadyButton
              size="compact-sm"
              variant="subtle"
              color="gray"
              busy={remove.isPending}
              onClick={() => void askAndRemove()}
            >
              Удалить
            </SteadyButton>
          </Row>
        )}
      </Stack>
    </Box>
  )
}
