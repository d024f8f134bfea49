import { Button } from '@mantine/core'
import { IconLink, IconPaperclip } from '@tabler/icons-react'
import { isEmptyRichText } from '#contract/content/rich-text.ts'
import { RichText } from '#web/content/RichText.tsx'
import { plainName } from '#web/files/file-names.ts'
import type { HandInValue } from '#web/tasks/hand-in-draft.ts'
import classes from '#web/tasks/LessonTask.module.css'
import { useOpenTask } from '#web/tasks/open-task.ts'
import { Card } from '#web/ui/Card.tsx'
import { IconLine } from '#web/ui/IconLine.tsx'
import { Box, Stack, Text } from '#web/ui/layout.tsx'

/** What has been written so far, until somebody continues it. `value` is clean HTML. */
export const ClosedDraft = ({
  lessonId,
  value,
  readOnly = false,
}: {
  lessonId: number
  value: HandInValue
  readOnly?: boolean
}) => {
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
      {(files.length > 0 || link) && (
        <Stack gap={1.5} mt={hasText ? 3 : undefined} size={4} tone="soft">
          {files.length > 0 && (
            <IconLine icon={IconPaperclip}>{files.map(({ name }) => plainName(name)).join(', ')}</IconLine>
          )}
          {link && <IconLine icon={IconLink}>{link}</IconLine>}
        </Stack>
      )}
      {isEmpty && (
        <Text size={3} tone="quiet" loose>
          Черновик пока пуст.
        </Text>
      )}
      {!readOnly && (
        <Box unprinted mt={4}>
          <Button variant="default" onClick={open}>
            {isEmpty ? 'Начать писать' : 'Продолжить писать'}
          </Button>
        </Box>
      )}
    </Card>
  )
}
