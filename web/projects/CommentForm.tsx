import { Row, Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, Textarea } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ProjectComment } from '#contract/projects/projects.schema.ts'
import { useFieldSave } from '#web/forms/use-field-save.ts'
import classes from '#web/projects/Comments.module.css'
import { useCommentProject } from '#web/projects/comments.queries.ts'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'

const maxCommentLength = 5000

/** The comment that is answered, and what happens once it is, or is not after all. */
interface Answering {
  id: number
  name: string
  onDone: () => void
}

/** Writes a comment or an answer; the text stays on the device until the server has them. */
export const CommentForm = ({
  projectId,
  projectKey,
  userId,
  first = false,
  answering,
  onWritten,
}: {
  projectId: number
  projectKey: string | undefined
  userId: number
  first?: boolean
  answering?: Answering
  onWritten: (comment: ProjectComment) => void
}) => {
  const place = answering ? `${projectId}:${answering.id}` : projectId
  const [text, setText, clearText] = useDeviceDraft(`draft:project-comment:${place}:${userId}`, '')
  const comment = useCommentProject(projectId, projectKey)
  const field = useRef<HTMLTextAreaElement>(null)
  const answers = answering !== undefined
  useEffect(() => {
    if (answers) field.current?.focus()
  }, [answers])
  const { problem, saving, submit, clearProblem } = useFieldSave({
    fields: ['text', 'parent_id'],
    check: () => !text.trim() && 'Напишите хотя бы пару слов',
    save: async () => {
      const written = await comment.mutateAsync({ text, ...(answering && { parent_id: answering.id }) })
      clearText(text)
      onWritten(written.comment)
      answering?.onDone()
    },
    failure: 'Не удалось отправить',
  })
  const label = answering ? `Ваш ответ: ${answering.name}` : first ? 'Напишите первый комментарий' : 'Ваш комментарий'
  return (
    <Stack as="form" unprinted gap={3} mt={5} className={answering && classes.answer} onSubmit={submit}>
      <Textarea
        ref={field}
        label={label}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={maxCommentLength}
        value={text}
        // what is typed while it is on its way would go with it
        readOnly={saving}
        error={problem}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          clearProblem()
        }}
      />
      <Row gap={2} wrap align="stretch">
        <Button type="submit" variant="default" loading={saving}>
          {answering ? 'Ответить' : 'Отправить'}
        </Button>
        {answering && (
          <Button variant="subtle" color="gray" onClick={answering.onDone}>
            Отменить
          </Button>
        )}
      </Row>
    </Stack>
  )
}
