import { Row } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, Textarea } from '@mantine/core'
import { IconBookmark, IconHash } from '@tabler/icons-react'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SavedComment } from '#contract/saved-comments/saved-comments.schema.ts'
import { lateDialog } from '#web/app/late.tsx'
import { useDeskKey } from '#web/reviews/keys/desk-keys.ts'
import classes from '#web/reviews/verdict/Verdict.module.css'
import { filled, insertedAt } from '#web/saved-comments/completion.ts'
import { countUse } from '#web/saved-comments/saved-comments.queries.ts'
import { useCompletion } from '#web/saved-comments/use-completion.tsx'

const SavedCommentsDialog = lateDialog(() => import('#web/saved-comments/SavedCommentsDialog.tsx'))

/**
 * The comment of a verdict. `#` brings a saved one; what is typed can be saved. Escape leaves the field for the keys.
 */
export const CommentField = ({
  field,
  value,
  change,
  course,
  firstName,
  error,
}: {
  field: RefObject<HTMLTextAreaElement | null>
  value: string
  change: (value: string) => void
  course: { id: number; name: string }
  firstName: string
  error: string | undefined
}) => {
  const [bank, setBank] = useState<{ text: string } | null>(null)
  const completion = useCompletion({ field, value, change, courseId: course.id, firstName })
  useDeskKey('comment', () => field.current?.focus())
  // a field that nobody has been in has its caret before the text
  const wasIn = useRef(false)
  const insert = (comment: SavedComment) => {
    const caret = wasIn.current ? field.current?.selectionEnd : undefined
    const next = insertedAt(value, caret ?? value.length, filled(comment.text, firstName))
    flushSync(() => {
      change(next.text)
      setBank(null)
    })
    // once the dialog has given the focus back to its button
    queueMicrotask(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.caret, next.caret)
    })
    void countUse(comment.id)
  }
  return (
    <div>
      <div className={classes.comment}>
        <Textarea
          ref={field}
          label="Комментарий к решению"
          placeholder="Что получилось, что поправить. # — из банка"
          rows={4}
          classNames={{ input: classes.growing as string }}
          maxLength={20_000}
          value={value}
          onChange={(event) => change(event.currentTarget.value)}
          onFocus={({ currentTarget }) => {
            if (!wasIn.current) currentTarget.setSelectionRange(value.length, value.length)
            wasIn.current = true
          }}
          onKeyDown={completion.takeKey}
          error={error}
          {...completion.fieldProps}
        />
        {completion.options}
      </div>
      <Row gap={0} gapX={1} wrap align="stretch" className={classes.bank}>
        <Button
          variant="subtle"
          size="xs"
          color="gray"
          leftSection={<IconHash size={15} stroke={1.75} aria-hidden="true" />}
          onClick={() => setBank({ text: '' })}
        >
          Банк комментариев
        </Button>
        {value.trim() !== '' && (
          <Button
            variant="subtle"
            size="xs"
            color="gray"
            leftSection={<IconBookmark size={15} stroke={1.75} aria-hidden="true" />}
            onClick={() => setBank({ text: value.trim().slice(0, 5000) })}
          >
            Сохранить в банк
          </Button>
        )}
      </Row>
      {bank && <SavedCommentsDialog course={course} text={bank.text} onInsert={insert} onClose={() => setBank(null)} />}
    </div>
  )
}
