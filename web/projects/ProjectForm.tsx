import '#web/ui/input-styles.ts'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import { Button, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { z } from 'zod'
import { ProjectChange } from '#contract/projects/projects.schema.ts'
import { focusFirstError, showFormError, validateWith } from '#web/app/form-errors.ts'
import { FormDraftStatus } from '#web/drafts/FormDraftStatus.tsx'
import type { FormKind } from '#web/drafts/form-draft.ts'
import type { FormDraft } from '#web/drafts/use-form-draft.ts'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import classes from '#web/projects/ProjectForm.module.css'

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

const Kept = z.object({ name: z.string(), summary: z.string(), tags: z.array(z.string()), content: z.string() })

/** How a project is drafted. */
export const projectKind: FormKind<ProjectWords> = {
  fields: {
    name: { label: 'Название' },
    summary: { label: 'Коротко о проекте' },
    tags: { label: 'Теги' },
    content: { label: 'Рассказ о проекте', rich: true },
  },
  read: (words) => Kept.safeParse(words).data ?? null,
}

/** Writes a project. The first of `ways` is the main one. */
export const ProjectForm = ({
  draft,
  ways,
  save,
  onSaved,
}: {
  draft: FormDraft<ProjectWords>
  ways: [SaveWay, ...SaveWay[]]
  /** Answers the id of the saved project. */
  save: (words: ProjectWords, status: SaveWay['status']) => Promise<number>
  onSaved: (id: number) => void
}) => {
  const [saving, setSaving] = useState<string | null>(null)
  const form = useForm<ProjectWords>({ initialValues: draft.initial, validate: check, onValuesChange: draft.change })

  const saveAs = ({ label, status }: SaveWay) =>
    form.onSubmit(async (words) => {
      setSaving(label)
      const saved = await draft.submit(
        async () => {
          const id = await save(words, status)
          return () => onSaved(id)
        },
        (error) => showFormError(form, error),
      )
      if (!saved) setSaving(null)
    }, focusFirstError)

  const [main, ...others] = ways
  return (
    // Enter in a field must not publish anything
    <form className={classes.form} onSubmit={(event) => event.preventDefault()} noValidate>
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
      <RichTextField
        use="project"
        uploads={draft.key}
        label="Рассказ о проекте"
        placeholder="Что это, как сделано и что получилось"
        minHeight={260}
        value={form.values.content}
        onChange={(content) => form.setFieldValue('content', content)}
        {...(form.errors.content ? { error: String(form.errors.content) } : {})}
      />
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
        <FormDraftStatus draft={draft} />
      </div>
    </form>
  )
}
