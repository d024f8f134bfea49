import { Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import '#web/content/rich-text.css'
import '#web/editor/editing.css'
import { Input } from '@mantine/core'
import { Selection } from '@tiptap/pm/state'
import { EditorContent } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { RichUse } from '#contract/content/rich-text.ts'
import type { FileCheck } from '#contract/files/check-file.ts'
import { lateDialog } from '#web/app/late.tsx'
import type { ChaptersDialogProps } from '#web/editor/ChaptersDialog.tsx'
import { ContextBar, firstSetting } from '#web/editor/ContextBar.tsx'
import { type Ask, commandsOf } from '#web/editor/commands.ts'
import { FormulaDialog, type OpenFormula } from '#web/editor/FormulaDialog.tsx'
import { insertBlock, insertFormula } from '#web/editor/insert-block.ts'
import { takeQuizToAdd } from '#web/editor/quiz-to-add.ts'
import classes from '#web/editor/RichTextEditor.module.css'
import { Toolbar } from '#web/editor/Toolbar.tsx'
import { useFilesInText } from '#web/editor/use-files-in-text.ts'
import { useFollowedPlace } from '#web/editor/use-followed-place.ts'
import { useQuizTitles } from '#web/editor/use-quiz-titles.ts'
import { useTextEditor } from '#web/editor/use-text-editor.ts'
import type { QuizDialogProps } from '#web/quizzes/editing/QuizDialog.tsx'
import { UploadList } from '#web/uploads/UploadList.tsx'

const ChaptersDialog = lateDialog<ChaptersDialogProps>(() => import('#web/editor/ChaptersDialog.tsx'))
const QuizDialog = lateDialog<QuizDialogProps>(() => import('#web/quizzes/editing/QuizDialog.tsx'))

/**
 * Alt+F10 on the buttons leads to the settings of what the cursor is in. In tables and code Tab stays in the text, so
 * no other key does.
 */
const toSettings = ({ key, altKey, target, currentTarget }: KeyboardEvent<HTMLElement>) => {
  if (key === 'F10' && altKey && (target as Element).matches('[data-tool]')) firstSetting(currentTarget)?.focus()
}

/** What a text field of the editor asks for. */
export interface RichTextEditorProps {
  /** What the text is for: it says what may be in it. */
  use: RichUse
  /** HTML; an empty text is an empty string. */
  value: string
  onChange: (html: string) => void
  label: string
  error?: string
  placeholder?: string
  /** The min height of the writing area, in pixels. */
  minHeight?: number
  /** What its files are sent for, such as `lesson:12`; without it the text takes no files. */
  uploads?: string
  /** What they must be, but for pictures. */
  fileCheck?: FileCheck
  /** The lesson whose quizzes may be in the text. */
  lessonId?: number | undefined
  /** Saves a lesson that is not there yet, since a quiz is to be put at this place of its text. */
  saveForQuiz?: ((caret: number) => void) | undefined
}

/** Writes rich text: exactly what the server lets through (`contract/content/rich-text.ts`). Load it with `lazy`. */
export const RichTextEditor = ({
  use,
  label,
  error,
  uploads,
  fileCheck,
  lessonId,
  saveForQuiz,
  minHeight = 180,
  ...text
}: RichTextEditorProps) => {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [active, setActive] = useState(false)
  const [linking, setLinking] = useState(false)
  const [formula, setFormula] = useState<OpenFormula | null>(null)
  /** The place of the film whose chapters are being written. */
  const [film, setFilm] = useState<number | null>(null)
  const [quiz, setQuiz] = useState<{ id: number | null } | null>(null)
  const openQuiz = useRef<(id: number | null) => void>(() => {})
  const [ask] = useState<Ask>(() => ({
    link: () => setLinking(true),
    formula: setFormula,
    quiz: (id) => openQuiz.current(id),
    files: (type = '') => {
      if (!picker.current) return
      picker.current.accept = type
      picker.current.click()
    },
  }))
  const [commands] = useState(() =>
    commandsOf(use, { files: uploads !== undefined, quizzes: lessonId !== undefined || saveForQuiz !== undefined }),
  )
  const takeFiles = useRef<((files: File[], position?: number) => void) | null>(null)
  const editor = useTextEditor({ use, id, commands, ask, frame, takeFiles, ...text })
  const { send, addCaptions } = useFilesInText(editor, uploads, fileCheck)
  useQuizTitles(lessonId, text.value)
  useEffect(() => {
    takeFiles.current = uploads === undefined ? null : (files, position) => send(files, { position })
    openQuiz.current = (id) => {
      if (lessonId === undefined) saveForQuiz?.(editor.state.selection.from)
      else setQuiz({ id })
    }
  })
  // once: the lesson was saved for it
  // biome-ignore lint/correctness/useExhaustiveDependencies: another lesson has another editor
  useEffect(() => {
    const caret = takeQuizToAdd(lessonId)
    if (caret === null) return
    editor.commands.setTextSelection(Math.min(caret, editor.state.doc.content.size))
    setQuiz({ id: null })
  }, [])

  useEffect(() => {
    if (editor.isDestroyed) return
    const field = editor.view.dom
    field.setAttribute('aria-invalid', String(Boolean(error)))
    field.setAttribute('aria-describedby', error ? `${id}-error` : `${id}-keys`)
  }, [editor, error, id])

  useFollowedPlace(editor, film, setFilm)
  useFollowedPlace(editor, formula?.at ?? null, (at) => setFormula((open) => open && { ...open, at }))

  const saveFormula = ({ at, block }: OpenFormula, latex: string) => {
    if (at === null) insertFormula(editor, latex, block)
    else editor.view.dispatch(editor.state.tr.setNodeAttribute(at, 'data-latex', latex))
    // behind it: while the formula itself is selected, the next letter would take its place
    const { tr, doc, selection } = editor.state
    editor.view.dispatch(tr.setSelection(Selection.near(doc.resolve(selection.to))))
    closeFormula()
  }
  const closeFormula = () => {
    // before the dialog leaves the page: no letter that is typed right after it may be lost
    editor.commands.focus()
    setFormula(null)
  }

  const closeChapters = () => {
    setFilm(null)
    if (film !== null) editor.chain().setNodeSelection(film).focus().run()
  }
  const saveChapters = (text: string | null) => {
    if (film !== null) editor.view.dispatch(editor.state.tr.setNodeAttribute(film, 'data-chapters', text))
    closeChapters()
  }
  const closeQuiz = () => {
    setQuiz(null)
    editor.commands.focus()
  }
  const saveQuiz = (id: number) => {
    if (quiz?.id === null) insertBlock(editor, { type: 'quiz', attrs: { 'data-quiz': String(id) } })
    closeQuiz()
  }

  return (
    <Stack gap={1.5}>
      <Input.Label id={`${id}-label`} labelElement="div" onClick={() => editor.commands.focus()}>
        {label}
      </Input.Label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only notices whether somebody is at it */}
      <div
        ref={frame}
        className={classes.editor}
        data-error={error ? true : undefined}
        onFocus={() => setActive(true)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setActive(false)
        }}
        onKeyDown={toSettings}
      >
        <Toolbar editor={editor} commands={commands} ask={ask} controls={id} label={label} />
        <div className={classes.text} style={{ '--min-height': `${minHeight}px` } as React.CSSProperties}>
          <EditorContent editor={editor} />
          <ContextBar
            editor={editor}
            active={active}
            linking={linking}
            onDone={() => setLinking(false)}
            addCaptions={uploads === undefined ? undefined : addCaptions}
            editChapters={setFilm}
            editQuiz={lessonId === undefined ? undefined : ask.quiz}
          />
        </div>
        <p id={`${id}-keys`} hidden>
          Косая черта открывает меню вставки. Alt+F10 переводит к кнопкам оформления, ещё раз Alt+F10 — к настройкам
          таблицы, кода или ссылки, Escape оттуда возвращает в текст.
        </p>
        {uploads !== undefined && (
          <div className={classes.uploads}>
            <input
              ref={picker}
              hidden
              multiple
              type="file"
              aria-label="Файлы в текст"
              onChange={({ currentTarget }) => {
                const { files, accept } = currentTarget
                // the dialog of the device also has «All files»
                send([...(files ?? [])], { ...(accept && { types: [accept] }) })
                currentTarget.value = ''
              }}
            />
            <UploadList target={uploads} />
          </div>
        )}
      </div>
      {error && (
        <Input.Error id={`${id}-error`} role="alert">
          {error}
        </Input.Error>
      )}
      {film !== null && (
        <ChaptersDialog
          film={editor.state.doc.nodeAt(film)?.attrs.src ?? ''}
          text={editor.state.doc.nodeAt(film)?.attrs['data-chapters'] ?? ''}
          onSave={saveChapters}
          onClose={closeChapters}
        />
      )}
      {quiz && lessonId !== undefined && (
        <QuizDialog lessonId={lessonId} quizId={quiz.id} onSave={saveQuiz} onClose={closeQuiz} />
      )}
      {formula && (
        <FormulaDialog
          formula={formula}
          text={uploads ?? label}
          onSave={(latex) => saveFormula(formula, latex)}
          onClose={closeFormula}
        />
      )}
    </Stack>
  )
}
