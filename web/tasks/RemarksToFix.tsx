import { focusWhenDrawn } from '#web/ui/focus-when-drawn.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, Checkbox } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Remark } from '#contract/reviews/reviews.schema.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { remarkKey } from '#web/anchors/placed-remarks.ts'
import { reportError } from '#web/data/report-error.ts'
import { anchorText } from '#web/reviews/task/anchor-text.ts'
import { RemarkAnswer } from '#web/tasks/RemarkAnswer.tsx'
import classes from '#web/tasks/RemarksToFix.module.css'
import { fixLineId, showPlace } from '#web/tasks/show-place.ts'
import { openRemarks } from '#web/tasks/task-steps.ts'
import { answerKey } from '#web/tasks/typed-answers.ts'
import { useAnswerRemark } from '#web/tasks/use-remark.ts'
import { readTyped } from '#web/ui/device-store.ts'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'

/** What the last verdict asks to fix: each remark with its place, ticked off or answered by the student. */
export const RemarksToFix = ({ task, userId, readOnly }: { task: Task; userId: number; readOnly: boolean }) => {
  const id = useId()
  const remarks = openRemarks(task)
  return (
    <section aria-labelledby={id}>
      <Row gap={0.5} gapX={3} wrap align="baseline" justify="between" edge="top" className={classes.head}>
        <Text as="h3" size={4} id={id}>
          Что исправить
        </Text>
        <FixedCount remarks={remarks} />
      </Row>
      <RemarkList task={task} remarks={remarks} userId={userId} readOnly={readOnly} label="Что исправить" />
    </section>
  )
}

/** How many of the remarks their student has ticked off. */
export const FixedCount = ({ remarks }: { remarks: Remark[] }) => (
  <Text as="span" role="status" size={2} tone="quiet" digits>
    Исправлено {remarks.filter(({ fixed }) => fixed).length} из {remarks.length}
  </Text>
)

interface Props {
  task: Task
  remark: Remark
  userId: number
  readOnly: boolean
}

/** Remarks, each to be ticked off or answered. */
export const RemarkList = ({
  remarks,
  label,
  ...props
}: Omit<Props, 'remark'> & { remarks: Remark[]; label: string }) => (
  <Box as="ul" divided plain aria-label={label}>
    {remarks.map((remark) => (
      <Stack as="li" gap={1} pad={2.5} padX={0} key={remark.id} id={fixLineId(remarkKey(remark, 0))}>
        <RemarkToFix {...props} remark={remark} />
      </Stack>
    ))}
  </Box>
)

const RemarkToFix = ({ task, remark, userId, readOnly }: Props) => {
  const { text, fixed, anchor, answer } = remark
  const change = useAnswerRemark(task.id)
  // shown from the click until the task in the cache follows, which is a moment later
  const [ticked, setTicked] = useState<boolean | null>(null)
  const shown = ticked ?? fixed
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the task has changed
  useEffect(() => setTicked(null), [fixed])
  // what was begun is open again after a reload
  const [typed, setTyped, clear] = useDeviceDraft<string | null>(answerKey(userId, remark), null)
  // what went with a hand-in, while no page was open, is an answer by now
  const [isOpen, setOpen] = useState(typed !== null && typed.trim() !== answer)
  const button = useRef<HTMLButtonElement>(null)
  const open = () => {
    // another tab may have an answer begun
    if (typed === null) setTyped(answer)
    setOpen(true)
  }
  const close = (sent?: string | null) => {
    clear(sent)
    // what was typed since is still to be sent
    if (readTyped(answerKey(userId, remark)) !== null) return
    setOpen(false)
    focusWhenDrawn(() => button.current)
  }
  return (
    <>
      <Checkbox
        label={text}
        aria-label={`Исправлено: ${text}`}
        data-tip="Исправлено"
        checked={shown}
        disabled={readOnly}
        onChange={() => {
          setTicked(!shown)
          // by its promise, as the answer: a call of `mutate` would not say how the one before it has ended
          change.mutateAsync({ remark, changes: { fixed: !shown } }).catch((error) => {
            setTicked(null)
            reportError(error, 'Отметка не сохранена')
          })
        }}
        classNames={{ labelWrapper: classes.text as string }}
      />
      <Stack gap={1} align="start" className={classes.more}>
        {anchor && (
          <Row
            as="button"
            type="button"
            gap={1}
            align="stretch"
            pad={1}
            padX={0}
            size={2}
            tone="quiet"
            tight
            anywhere
            className={classes.place}
            onClick={() => showPlace(remark)}
          >
            <IconMapPin size={15} stroke={1.75} aria-hidden="true" />
            <Text as="span" clamp={2}>
              {anchorText(anchor)}
            </Text>
          </Row>
        )}
        {/* nothing is kept once it was sent or given up in another tab */}
        {isOpen && typed !== null && !readOnly ? (
          <RemarkAnswer
            typed={typed}
            onType={setTyped}
            pending={change.isPending}
            onCancel={() => close()}
            onSend={() =>
              change.mutateAsync({ remark, changes: { answer: typed.trim() } }).then(
                () => close(typed),
                (error) => reportError(error, 'Ответ не сохранён'),
              )
            }
          />
        ) : (
          <>
            {answer && (
              <Text size={3} tone="soft" tight anywhere lines>
                Вы ответили: {answer}
              </Text>
            )}
            {!readOnly && (
              <Button ref={button} variant="subtle" size="compact-sm" onClick={open}>
                {answer ? 'Изменить ответ' : 'Ответить'}
              </Button>
            )}
          </>
        )}
      </Stack>
    </>
  )
}
