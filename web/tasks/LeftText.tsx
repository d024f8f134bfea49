import { useQuery } from '@tanstack/react-query'
import { isEmptyRichText } from '#contract/content/rich-text.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { RichText } from '#web/content/RichText.tsx'
import { cleanText } from '#web/drafts/clean-text.ts'
import { sameText } from '#web/drafts/same-text.ts'
import { listEntries } from '#web/outbox/outbox-entries.ts'
import { taskDraftKey } from '#web/tasks/hand-in-draft.ts'
import { latestAttempt } from '#web/tasks/task-steps.ts'
import { Box } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** How often the device is asked, in milliseconds: another tab may still be typing. */
const lookMs = 5000

/** The texts of a task's draft that this device keeps and the latest attempt does not contain. */
const findLeftTexts = async (task: Task, userId: number) => {
  const sent = latestAttempt(task)?.content ?? ''
  const copies = await listEntries<{ value?: { content?: unknown } }>('draft', userId, taskDraftKey(task.id))
  return copies
    .map(({ value }) => value.value?.content)
    .filter((content) => typeof content === 'string')
    .filter((content) => !isEmptyRichText(content) && !sameText(content, sent))
}

/**
 * What was typed in another tab while the task was handed in: it stays on the device, and is shown until it can be
 * used.
 */
const LeftText = ({ task, userId }: { task: Task; userId: number }) => {
  const attempt = latestAttempt(task)?.number
  const { data: [text] = [] } = useQuery({
    queryKey: ['left-text', userId, task.id, attempt],
    queryFn: () => findLeftTexts(task, userId),
    refetchInterval: lookMs,
  })
  if (text === undefined) return null
  return (
    <Notice icon="draft" tone="warn">
      На этом устройстве есть текст, который не вошёл в попытку {attempt}. Он снова откроется в редакторе, если забрать
      работу обратно или когда её вернут.
      <details>
        <Box as="summary" mt={2}>
          Показать текст
        </Box>
        <RichText html={cleanText(text)} size="work" />
      </details>
    </Notice>
  )
}

export default LeftText
