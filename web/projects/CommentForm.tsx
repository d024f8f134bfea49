import '#web/ui/input-styles.ts'
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#web/app/api-error.ts'
import { reportError } from '#web/app/report-error.ts'
import classes from '#web/projects/ProjectView.module.css'
import { useCommentProject } from '#web/projects/projects.queries.ts'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'
import { useSingle } from '#web/ui/use-single.ts'

const longest = 5000

/** Writes a comment; the words stay on the device until the server has them. */
export const CommentForm = ({ projectId, userId, first }: { projectId: number; userId: number; first: boolean }) => {
  const [text, setText, clearText] = useDeviceDraft(`draft:project-comment:${projectId}:${userId}`, '')
  const [error, setError] = useState('')
  const comment = useCommentProject(projectId)
  const once = useSingle()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!text.trim()) return setError('Напишите хотя бы пару слов')
    once(() =>
      comment.mutateAsync(text, {
        onSuccess: clearText,
        onError: (failure) => {
          const sentence = failure instanceof ApiError && failure.fields.text?.[0]
          if (sentence) setError(sentence)
          else reportError(failure, 'Не удалось отправить')
        },
      }),
    )
  }
  return (
    <form className={classes.write} onSubmit={send}>
      <Textarea
        label={first ? 'Напишите первый комментарий' : 'Ваш комментарий'}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={longest}
        value={text}
        error={error}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setError('')
        }}
      />
      <Button type="submit" variant="default" loading={comment.isPending}>
        Отправить
      </Button>
    </form>
  )
}
