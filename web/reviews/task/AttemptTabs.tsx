import { called } from '#contract/users/student-word.ts'
import { Text } from '#web/ui/layout.tsx'
import '@mantine/core/styles/Tabs.layer.css'
import { Skeleton, Tabs } from '@mantine/core'
import { IconArrowsDiff } from '@tabler/icons-react'
import { useState } from 'react'
import type { Attempt, Task } from '#contract/tasks/tasks.schema.ts'
import { AttemptView } from '#web/anchors/AttemptView.tsx'
import { latePart } from '#web/app/late.tsx'
import { AssignmentFold } from '#web/reviews/task/AssignmentFold.tsx'
import classes from '#web/reviews/task/TaskPane.module.css'
import { type TaskRemarks, useTaskRemarks } from '#web/reviews/task/use-task-remarks.ts'
import { ReviewNote } from '#web/tasks/ReviewNote.tsx'
import { latestAttempt } from '#web/tasks/task-steps.ts'
import { formatMoment, formatWait } from '#web/ui/dates.ts'

const CompareAttempts = latePart(
  async () => ({ default: (await import('#web/compare/CompareAttempts.tsx')).CompareAttempts }),
  () => <Skeleton height={320} />,
)

/** The tab that compares attempts; the others are named by their attempts' numbers. */
const changes = 'changes'

/** Every hand-in of the task, the latest one shown first, and what changed between them. */
export const AttemptTabs = ({ task }: { task: Task }) => {
  const latest = latestAttempt(task)?.number
  const [chosen, setChosen] = useState<{ tab: string; of: number | undefined } | null>(null)
  const remarks = useTaskRemarks(task)
  const [answered, setAnswered] = useState(remarks.shown?.turn)
  // somebody who leafs on by themselves is not brought back to the remark
  const [left, setLeft] = useState<number | undefined>(undefined)
  // a remark is looked at where it was made
  if (remarks.shown && remarks.shown.turn !== answered) {
    setAnswered(remarks.shown.turn)
    setChosen({ tab: String(remarks.shown.attempt), of: latest })
  }
  // a new attempt comes into sight by itself
  const tab = chosen && chosen.of === latest ? chosen.tab : String(latest ?? task.attempts.at(-1)?.number)
  const comparable = task.attempts.filter(({ withdrawn_at }) => withdrawn_at === null)
  if (task.attempts.length === 0) return null
  return (
    <Tabs
      value={tab}
      onChange={(value) => {
        setChosen({ tab: value ?? tab, of: latest })
        setLeft(remarks.shown?.turn)
      }}
      variant="none"
      keepMounted={false}
    >
      {task.attempts.length > 1 && (
        <Tabs.List className={classes.tabs} aria-label="Попытки">
          {task.attempts.map((other) => (
            <Tabs.Tab key={other.number} value={String(other.number)} className={classes.tab}>
              Попытка {other.number}
              {other.withdrawn_at !== null && (
                <Text as="small" tone="quiet" weight="plain" className={classes.beside}>
                  отозвана
                </Text>
              )}
            </Tabs.Tab>
          ))}
          {comparable.length > 1 && (
            <Tabs.Tab value={changes} className={classes.tab}>
              <IconArrowsDiff size={17} stroke={1.75} aria-hidden="true" className={classes.tabIcon} />
              Что изменилось
            </Tabs.Tab>
          )}
        </Tabs.List>
      )}
      <AssignmentFold lessonId={task.lesson.id} />
      {task.attempts.map((other) => {
        const content = (
          <AttemptContent
            attempt={other}
            task={task}
            remarks={remarks.shown?.turn === left ? { ...remarks, shown: null } : remarks}
          />
        )
        // a panel without tabs would be named by one that is not there
        if (task.attempts.length === 1) return <div key={other.number}>{content}</div>
        return (
          <Tabs.Panel key={other.number} value={String(other.number)}>
            {content}
          </Tabs.Panel>
        )
      })}
      {comparable.length > 1 && (
        <Tabs.Panel value={changes}>
          <CompareAttempts attempts={comparable} />
        </Tabs.Panel>
      )}
    </Tabs>
  )
}

const AttemptContent = ({ attempt, task, remarks }: { attempt: Attempt; task: Task; remarks: TaskRemarks }) => {
  const { number, submitted_at, withdrawn_at, review } = attempt
  if (withdrawn_at !== null) {
    return (
      <Text mb={4.5} size={2} tone="quiet">
        {called('Студент')} забрал эту попытку обратно {formatMoment(withdrawn_at)}.
      </Text>
    )
  }
  const late = task.due_at !== null && new Date(submitted_at) > new Date(task.due_at)
  const isLatest = attempt === latestAttempt(task)
  const waiting = task.status.slug === 'submitted' && isLatest
  return (
    <>
      <Text mb={4.5} size={2} tone="quiet">
        Попытка {number}, отправлена {formatMoment(submitted_at)}
        {waiting && `, ${formatWait(submitted_at)}`}
        {late && (
          <Text as="span" tone="warn" weight="medium" className={classes.beside}>
            после срока
          </Text>
        )}
      </Text>
      <AttemptView
        attempt={attempt}
        remarks={remarks.remarks}
        shown={remarks.shown}
        onShow={remarks.onShow}
        // a remark belongs to the attempt that is judged
        onAdd={isLatest ? remarks.onAdd : undefined}
        draftKey={remarks.draftKey}
      />
      {/* the verdict in force is in the pane beside */}
      {review && !isLatest && <ReviewNote review={review} />}
    </>
  )
}
