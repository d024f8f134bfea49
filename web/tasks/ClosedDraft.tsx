import { Button } from '@mantine/core'
import { IconLink, IconPaperclip } from '@tabler/icons-react'
import { isEmptyRichText } from '#contract/content/rich-text.ts'
import { RichText } from '#web/content/RichText.tsx'
import { plainName } from '#web/files/file-names.ts'
import type { HandInValue } from '#web/tasks/hand-in-draft.ts'
import classes from '#web/tasks/LessonTask.module.css'
import { useOpenTask } from '#web/tasks/open-task.ts'
import { Card } from '#web/ui/Card.tsx'
import { Row, Text } from '#web/ui/layout.tsx'

/** What has been written so far, until somebody continues it. `value` is clean HTML. */
export const ClosedDraft = ({ lessonId, value }: { lessonId: number; value: HandInValue }) => {
  const open = useOpenTask(lessonId)
  const { content, files, link } = value
  const hasText = !isEmptyRichText(content)
  const isEmpty = !hasText && files.length === 0 && link === ''
  return (
    <Card>
      {hasText && (
        <div className={classes.preview}>
          <RichText html={content} size="work" />
        </div>
      )}
      {files.length > 0 && (
        <Row as="p" gap={2} align="stretch" size={4} tone="soft" anywhere className={classes.attached}>
          <IconPaperclip size={17} stroke={1.75} aria-hidden="true" />
          {files.map(({ name }) => plainName(name)).join(', ')}
        </Row>
      )}
      {link && (
        <Row as="p" gap={2} align="stretch" size={4} tone="soft" anywhere className={classes.attached}>
          <IconLink size={17} stroke={1.75} aria-hidden="true" />
          {link}
        </Row>
      )}
      {isEmpty && (
        <Text size={3} tone="quiet" loose>
          Черновик пока пуст.
        </Text>
      )}
      <Button variant="default" mt="md" onClick={open}>
        {isEmpty ? 'Начать писать' : 'Продолжить писать'}
      </Button>
    </Card>
  )
}
