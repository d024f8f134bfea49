import { called } from '#contract/users/student-word.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { ActionIcon, Button, NativeSelect, Textarea } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#contract/plural.ts'
import { namePlaceholder, type SavedComment } from '#contract/saved-comments/saved-comments.schema.ts'
import { ApiError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import { useFieldSave } from '#web/forms/use-field-save.ts'
import classes from '#web/saved-comments/SavedComments.module.css'
import { savedCommentsQuery, useDeleteComment, useSaveComment } from '#web/saved-comments/saved-comments.queries.ts'
import { LeavingRow } from '#web/ui/LeavingRow.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useCloseGuard } from '#web/ui/use-close-guard.ts'

interface Course {
  id: number
  name: string
}

/** The bank of comments: the user's own and those of a course; the typed text can be saved at once. */
const SavedCommentsDialog = ({
  course,
  text,
  onInsert,
  onClose,
}: {
  course: Course
  text: string
  /** Puts a comment into what is being written. */
  onInsert: (comment: SavedComment) => void
  onClose: () => void
}) => {
  const query = useQuery(savedCommentsQuery(course.id))
  const [changed, setChanged] = useState<SavedComment | null>(null)
  const save = useSaveComment()
  const { modal, onInput, ask, setTyped } = useCloseGuard(onClose, { busy: save.isPending })
  const change = (comment: SavedComment | null) => {
    setChanged(comment)
    setTyped(false)
  }
  return (
    <Modal {...modal} title="Банк комментариев" size="lg">
      <Stack gap={4} onInput={onInput}>
        <CommentForm
          key={changed?.id ?? 'new'}
          course={course}
          changed={changed}
          now={query.data?.comments.find(({ id }) => id === changed?.id)?.text}
          text={changed?.text ?? text}
          save={save.mutateAsync}
          onSaved={() => change(null)}
          onCancel={changed && (() => change(null))}
        />
        <ListState
          query={query}
          isEmpty={({ comments }) => comments.length === 0}
          empty={
            <Text size={3} tone="soft">
              Здесь пока пусто. Сохраните фразу, которую пишете чаще всего.
            </Text>
          }
        >
          {({ comments }) => (
            <Stack as="ul" gap={0.5} plain className={classes.list} aria-label="Сохранённые комментарии">
              {comments.map((comment) => (
                <CommentRow
                  key={comment.id}
                  comment={comment}
                  onInsert={async () => (await ask()) && onInsert(comment)}
                  onChange={async () => (await ask()) && change(comment)}
                />
              ))}
            </Stack>
          )}
        </ListState>
      </Stack>
    </Modal>
  )
}

const CommentForm = ({
  course,
  changed,
  now,
  text: given,
  save,
  onSaved,
  onCancel,
}: {
  course: Course
  /** The edited comment; null for a new one. */
  changed: SavedComment | null
  /** Its text on the server, which another tab or a colleague may have changed; undefined for a deleted one. */
  now: string | undefined
  text: string
  save: ReturnType<typeof useSaveComment>['mutateAsync']
  onSaved: () => void
  onCancel: (() => void) | null
}) => {
  const [text, setText] = useState(given)
  const shared = changed ? changed.course : null
  const [courseId, setCourseId] = useState(shared ? String(shared.id) : '')
  /** The text that the one being written replaces; undefined for the present one, once its writer was shown that. */
  const [replaced, setReplaced] = useState(changed?.text)
  const [missed, setMissed] = useState(false)
  const gone = changed !== null && (missed || now === undefined)
  // a comment of another course stays with that course
  const courses = shared && shared.id !== course.id ? [shared, course] : [course]
  const { problem, saving, submit } = useFieldSave({
    fields: ['text'],
    save: async () => {
      const course_id = courseId ? Number(courseId) : null
      // unchanged, it stays where another tab may have moved it
      const moved = gone || course_id !== (shared?.id ?? null)
      const body = { text: text.trim(), ...(moved && { course_id }) }
      try {
        await save(changed && !gone ? { id: changed.id, body, expected: replaced ?? now } : { body })
      } catch (error) {
        const code = error instanceof ApiError ? error.code : null
        if (code === 'conflict') setReplaced(undefined)
        // what the form says then is the whole message
        if (code === 'not-found' && changed && !gone) return setMissed(true)
        throw error
      }
      setText('')
      toast({
        severity: 'success',
        summary: changed && !gone ? 'Комментарий изменён' : 'Комментарий в банке',
        key: 'saved',
      })
      onSaved()
    },
    failure: 'Комментарий не сохранён',
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={2.5}>
        <Textarea
          label={changed ? 'Изменить комментарий' : 'Новый комментарий'}
          description={`Вместо ${namePlaceholder} встанет имя ${called('студента')}. Чтобы вставить, нажмите на комментарий или наберите # в поле решения.`}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={5000}
          value={text}
          readOnly={saving}
          onChange={(event) => setText(event.currentTarget.value)}
          error={problem}
          data-autofocus
        />
        {gone && (
          <Text size={3} tone="warn" role="alert">
            Этого комментария в банке уже нет. Ваш текст цел: добавьте его как новый.
          </Text>
        )}
        {changed && now !== undefined && now !== changed.text && (
          <Text size={3} anywhere lines role="note">
            <Text as="small" block tone="quiet">
              В другом месте сохранили
            </Text>
            {now}
          </Text>
        )}
        <Row wrap gap={2.5} align="end">
          <NativeSelect
            label="Кому он нужен"
            value={courseId}
            onChange={(event) => setCourseId(event.currentTarget.value)}
            data={[
              { value: '', label: 'Только мне' },
              ...courses.map(({ id, name }) => ({ value: String(id), label: `Преподавателям курса «${name}»` })),
            ]}
            style={{ flex: '1 1 14rem', minWidth: 0 }}
          />
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Не менять
            </Button>
          )}
          <Button type="submit" loading={saving} disabled={text.trim() === ''}>
            {gone ? 'Добавить как новый' : changed ? 'Сохранить' : 'Добавить'}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}

const CommentRow = ({
  comment,
  onInsert,
  onChange,
}: {
  comment: SavedComment
  onInsert: () => void
  onChange: () => void
}) => {
  const remove = useDeleteComment()
  const save = useSaveComment()
  const { id, text, course, uses } = comment
  // by their promises: the row is gone, and perhaps its dialog, when these end
  const bringBack = () =>
    void save
      .mutateAsync({ body: { text, course_id: course?.id ?? null } })
      .catch((error) => reportError(error, 'Комментарий не вернулся', bringBack))
  const offerBack = () =>
    toast({ severity: 'info', summary: 'Комментарий удалён', action: { label: 'Вернуть', onClick: bringBack } })
  const removeIt = () =>
    void remove.mutateAsync(id).then(offerBack, (error) => reportError(error, 'Комментарий не удалён'))
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return (
    <LeavingRow gap={2} align="start" pad={2} padX={2} ground="sunken" round="s">
      <Text
        as="button"
        type="button"
        size={4}
        grow
        anywhere
        lines
        className={classes.insert}
        aria-label={`Вставить: ${short}`}
        onClick={onInsert}
      >
        {text}
        <Text as="small" block tone="quiet">
          {course ? `Курс «${course.name}»` : 'Только ваш'}
          {uses > 0 && ` · ${counted(uses, 'раз', 'раза', 'раз')}`}
        </Text>
      </Text>
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={`Изменить: ${short}`} onClick={onChange}>
        <IconPencil size={17} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={`Удалить: ${short}`}
        // a disabled button would drop the focus before its row goes
        onClick={() => remove.isPending || removeIt()}
      >
        <IconTrash size={17} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </LeavingRow>
  )
}

export default SavedCommentsDialog
