import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useContext } from 'react'
import { createPortal } from 'react-dom'
import { counted } from '#contract/plural.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { ApiError, NetworkError } from '#web/data/api-error.ts'
import { DraftStatus } from '#web/drafts/DraftStatus.tsx'
import type { DraftPhase } from '#web/drafts/draft-sync.ts'
import { handInText, unansweredText, waitingTexts } from '#web/outbox/outbox-texts.ts'
import { askForTime } from '#web/tasks/ask-for-time.ts'
import { isClosed } from '#web/tasks/deadlines.ts'
import { isEmptyHandIn } from '#web/tasks/hand-in-draft.ts'
import { emptyText } from '#web/tasks/hand-in-rules.ts'
import classes from '#web/tasks/LessonTask.module.css'
import { ActionBar } from '#web/tasks/task-page.ts'
import { openRemarks } from '#web/tasks/task-steps.ts'
import type { TaskDraft } from '#web/tasks/use-draft.ts'
import type { HandIn } from '#web/tasks/use-hand-in.ts'
import type { LinkText } from '#web/tasks/use-link-text.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { useNow } from '#web/ui/use-now.ts'

interface Props extends TaskDraft {
  task: Task
  handIn: HandIn
  link: LinkText
}

/** At the bottom of the page: where the draft is, and the hand-in with its outcome. */
export const HandInBar = ({ task, draft, state, handIn, link }: Props) => {
  const { stage, stop, uploads, missing } = handIn
  const bar = useContext(ActionBar)
  const closed = isClosed(task.closes_at, useNow(10_000))
  const isEmpty = isEmptyHandIn(state.value) && uploads.length === 0
  const problem = problemOf(handIn, state.phase)
  const remarks = openRemarks(task)
  const fixed = remarks.filter((remark) => remark.fixed)
  const send = () => {
    link.show()
    handIn.send()
  }
  const content = (
    <Stack unprinted gap={2}>
      {missing === 'content' && isEmpty && !link.problem && <Problem text={emptyText(task.assignment.kinds)} />}
      {missing === 'link' && link.problem && <Problem text={`${link.problem}. Исправьте её и отправьте ещё раз.`} />}
      {missing === 'files' && uploads.length > 0 && (
        <Problem text="Не все файлы загружены. Продолжите загрузку или уберите их и отправьте ещё раз." />
      )}
      {problem && stage === 'idle' && !closed && (
        <Row gap={2.5} gapX={4} wrap justify="between" {...problemLook} role="alert">
          <Text from={16}>{problem}</Text>
          <Row gap={2} wrap>
            {handIn.unfinished && (
              <Button variant="default" size="sm" onClick={handIn.giveUp}>
                Не отправлять
              </Button>
            )}
            <Button variant="default" size="sm" onClick={send}>
              Повторить
            </Button>
          </Row>
        </Row>
      )}
      {stage === 'uploads' && uploads.length > 0 && (
        <Row gap={2.5} gapX={4} wrap justify="between" pad={3} padX={4} size={4} ground="brand" round="s">
          <p role="status">Ждём загрузки: {counted(uploads.length, 'файл', 'файла', 'файлов')}</p>
          <Button variant="default" size="sm" onClick={stop}>
            Не отправлять
          </Button>
        </Row>
      )}
      <Row gap={2} gapX={5} wrap justify="between" className={classes.bar}>
        <div>
          <DraftStatus state={state} onRetry={() => void draft.flush(true).catch(() => {})} />
          {closed ? (
            <Text id="closed-note" size={3} tone="quiet" loose role="status">
              Приём работ закрыт {formatMoment(task.closes_at as string)}. Черновик останется у вас.{' '}
              <Box
                as="button"
                type="button"
                pad={0}
                tone="brand"
                weight="medium"
                className={classes.more}
                onClick={() => askForTime(task.id)}
              >
                {task.extension_asked ? 'Изменить просьбу о продлении' : 'Попросить больше времени'}
              </Box>
            </Text>
          ) : (
            <>
              {fixed.length < remarks.length && (
                <Text size={3} tone="warn" weight="medium" loose>
                  Отмечено исправленными {fixed.length} из {remarksOf(remarks.length)}.
                </Text>
              )}
              <Text size={3} tone="quiet" loose className={classes.later}>
                Пока работу не начали проверять, её можно забрать обратно.
              </Text>
            </>
          )}
        </div>
        <Button
          size="lg"
          loading={stage !== 'idle'}
          disabled={closed && stage === 'idle'}
          aria-describedby={closed ? 'closed-note' : undefined}
          // a field that is left may say what is wrong with it, and push the button away from under the pointer
          onMouseDown={(event) => event.preventDefault()}
          onClick={send}
          leftSection={<IconSend size={18} stroke={1.75} aria-hidden="true" />}
        >
          Отправить на проверку
        </Button>
      </Row>
    </Stack>
  )
  // stays in sight however long the answer is
  return bar && createPortal(content, bar)
}

const remarksOf = (count: number) => counted(count, 'замечания', 'замечаний', 'замечаний')

const problemLook = { pad: 3, padX: 4, size: 4, tone: 'bad', weight: 'medium', ground: 'bad', round: 's' } as const

const Problem = ({ text }: { text: string }) => (
  <Text {...problemLook} role="alert">
    {text}
  </Text>
)

const problemOf = ({ error, unanswered, unfinished, waiting }: HandIn, phase: DraftPhase) => {
  // both versions are on screen in a moment
  if (phase === 'conflict' && !(error instanceof NetworkError)) return null
  if (error) {
    const isSaved = phase === 'saved'
    const isLater = unfinished && isSaved && error instanceof ApiError
    return `${handInText(error, isSaved, isLater)} ${waitingTexts[waiting]}`.trim()
  }
  return unanswered ? unansweredText : null
}
