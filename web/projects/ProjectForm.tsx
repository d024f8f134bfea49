import '#web/ui/input-styles.ts'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import { Button, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ProjectChange } from '#contract/projects/projects.schema.ts'
import { focusFirstError, showFormError, validateWith } from '#web/app/form-errors.ts'
import { useUnsavedChanges } from '#web/app/use-unsaved-changes.ts'
import classes from '#web/projects/ProjectForm.module.css'
import { Notice } from '#web/ui/Notice.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { readDevice, writeDevice } from '#web/ui/use-device-draft.ts'

const RichTextEditor = lazy(async () => ({
  default: (await import('#web/editor/RichTextEditor.tsx')).RichTextEditor,
}))

/** What is written about a project. */
export interface ProjectWords {
  name: string
  summary: string
  tags: string[]
  content: string
}

/** One way to save: its button, and the state it saves in; none keeps the state. */
export interface SaveWay {
  label: string
  status?: 'draft' | 'published'
}

const check = validateWith(ProjectChange.required({ name: true }))

/**
 * Writes a project. What is typed is kept on the device under `draftKey` until the server has it, and asked about
 * before the page is left. The first of `ways` is the main one.
 */
export const ProjectForm = ({
  initial,
  draftKey,
  ways,
  save,
  onSaved,
}: {
  initial: ProjectWords
  draftKey: string
  ways: [SaveWay, ...SaveWay[]]
  /** Answers the id of the saved project. */
  save: (words: ProjectWords, status: SaveWay['status']) => Promise<number>
  onSaved: (id: number) => void
}) => {
  const [kept] = useState(() => readDevice<ProjectWords>(draftKey))
  const [restored, setRestored] = useState(kept !== null)
  const [saving, setSaving] = useState<string | null>(null)
  const form = useForm<ProjectWords>({ initialValues: { ...initial, ...kept }, validate: check })
  const dirty = JSON.stringify(form.values) !== JSON.stringify(initial)
  const letGo = useUnsavedChanges(
    dirty,
    'Текст останется черновиком на этом устройстве: вернитесь сюда, и он будет на месте.',
  )

  const typed = JSON.stringify(form.values)
  const done = useRef(false)
  useEffect(() => {
    if (!done.current) writeDevice(draftKey, dirty ? JSON.parse(typed) : null)
  }, [draftKey, dirty, typed])

  const startAnew = () => {
    form.setValues(initial)
    form.clearErrors()
    setRestored(false)
  }

  const saveAs = ({ label, status }: SaveWay) =>
    form.onSubmit(async (words) => {
      setSaving(label)
      try {
        const id = await save(words, status)
        done.current = true
        writeDevice(draftKey, null)
        letGo()
        onSaved(id)
      } catch (error) {
        showFormError(form, error)
        setSaving(null)
      }
    }, focusFirstError)

  const [main, ...others] = ways
  return (
    // Enter in a field must not publish anything
    <form className={classes.form} onSubmit={(event) => event.preventDefault()} noValidate>
      {restored && (
        <Notice
          icon="clock"
          action={
            <Button size="xs" variant="default" onClick={startAnew}>
              Начать заново
            </Button>
          }
        >
          Здесь то, что вы не сохранили в прошлый раз.
        </Notice>
      )}
      <TextInput label="Название" name="name" maxLength={200} {...form.getInputProps('name')} />
      <Textarea
        label="Коротко о проекте"
        description="Одна-две фразы: их видно в начале страницы, по ним проект находит поиск"
        name="summary"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        {...form.getInputProps('summary')}
      />
      <TagsInput
        label="Теги"
        description="Нажимайте Enter после каждого, до двадцати"
        name="tags"
        maxTags={20}
        splitChars={[',']}
        acceptValueOnBlur
        clearable
        clearButtonProps={{ 'aria-label': 'Убрать все теги' }}
        {...form.getInputProps('tags')}
        error={Object.entries(form.errors).find(([field]) => field.startsWith('tags'))?.[1]}
      />
      <Suspense fallback={<SkeletonList count={1} height={340} />}>
        <RichTextEditor
          label="Рассказ о проекте"
          placeholder="Что это, как сделано и что получилось"
          minHeight={260}
          value={form.values.content}
          onChange={(content) => form.setFieldValue('content', content)}
          error={form.errors.content as string}
        />
      </Suspense>
      <div className={classes.buttons}>
        <Button loading={saving === main.label} disabled={saving !== null} onClick={() => saveAs(main)()}>
          {main.label}
        </Button>
        {others.map((way) => (
          <Button
            key={way.label}
            variant="default"
            loading={saving === way.label}
            disabled={saving !== null}
            onClick={() => saveAs(way)()}
          >
            {way.label}
          </Button>
        ))}
      </div>
    </form>
  )
}
