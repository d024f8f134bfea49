import { Row, Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import { Button, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { fileIdOf } from '#contract/files/file-address.ts'
import { ProjectChange, ProjectVisibility } from '#contract/projects/projects.schema.ts'
import { FormDraftStatus } from '#web/drafts/FormDraftStatus.tsx'
import type { FormKind } from '#web/drafts/form-draft.ts'
import type { FormDraft } from '#web/drafts/use-form-draft.ts'
import { type FormOf, WithDraft } from '#web/drafts/WithDraft.tsx'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import { focusFirstError } from '#web/forms/focus-first-error.ts'
import { showFormError, validateWith } from '#web/forms/form-errors.ts'
import { CoverField } from '#web/projects/CoverField.tsx'
import { useAskedConsent } from '#web/projects/publication-consent.ts'
import { separateTags } from '#web/projects/separate-tags.ts'
import { VisibilityField } from '#web/projects/VisibilityField.tsx'
import { visibilityNames } from '#web/projects/visibility-names.ts'

/** What is written about a project. */
export interface ProjectValues {
  name: string
  summary: string
  tags: string[]
  content: string
  visibility: ProjectVisibility
  /** The address of an uploaded picture; empty for the drawn cover. */
  cover: string
}

/** What is sent to save the project. */
export const bodyOf = ({ cover, ...rest }: ProjectValues) => ({ ...rest, cover_file_id: fileIdOf(cover) })

/** One way to save: its button, and the state it saves in; none keeps the state. */
export interface SaveWay {
  label: string
  status?: 'draft' | 'published'
}

// what was kept before there were visibilities and covers has neither
const Kept = z.object({
  name: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  content: z.string(),
  visibility: ProjectVisibility.default('public'),
  cover: z.string().default(''),
})

/** How a project is drafted. */
const projectKind: FormKind<ProjectValues> = {
  fields: {
    name: { label: 'Название' },
    summary: { label: 'Коротко о проекте' },
    tags: { label: 'Теги' },
    content: { label: 'Рассказ о проекте', rich: true },
    visibility: { label: 'Кто увидит', show: (visibility) => visibilityNames[visibility] },
    cover: { label: 'Обложка', of: fileIdOf, show: (cover) => (cover ? 'Своя картинка' : 'Нарисованная') },
  },
  read: (values) => Kept.safeParse(values).data ?? null,
  check: validateWith(ProjectChange.required({ name: true })),
}

interface ProjectSaving {
  /** The address of the drawn cover; none before the project is saved. */
  drawnCover?: string
  /** Its visibility needs no consent of the person who writes: everybody sees it already, or others are its authors. */
  isSettled?: boolean
  /** The first is the main one. */
  ways: [SaveWay, ...SaveWay[]]
  /** Returns the id of the saved project. */
  save: (values: ProjectValues, status: SaveWay['status']) => Promise<number>
  onSaved: (id: number, status: SaveWay['status']) => void
  /** Nothing is written, or nothing of it is left. */
  onBlank?: () => void
}

/** Writes a project. */
export const ProjectForm = ({
  draftKey,
  saved,
  ...saving
}: { draftKey: string; saved: ProjectValues } & ProjectSaving) => (
  <WithDraft draftKey={draftKey} kind={projectKind} saved={saved}>
    {(form, draft) => <Fields form={form} draft={draft} {...saving} />}
  </WithDraft>
)

const Fields = ({
  form,
  draft,
  ways,
  drawnCover,
  isSettled = false,
  save,
  onSaved,
  onBlank,
}: { form: FormOf<ProjectValues>; draft: FormDraft<ProjectValues> } & ProjectSaving) => {
  const [saving, setSaving] = useState<string | null>(null)
  const consent = useAskedConsent(form.values.visibility, isSettled)
  useEffect(() => {
    if (!draft.dirty) onBlank?.()
  }, [draft.dirty, onBlank])

  const saveAs = ({ label, status }: SaveWay) =>
    form.onSubmit(async (values) => {
      setSaving(label)
      const saved = await draft.submit(
        async () => {
          const visibility = status === 'draft' ? consent.ofDraft : await consent.settle()
          const id = await save({ ...values, visibility }, status)
          return () => onSaved(id, status)
        },
        (error) => showFormError(form, error),
      )
      if (!saved) setSaving(null)
    }, focusFirstError)

  const [main, ...others] = ways
  return (
    // Enter in a field must not publish anything
    <Stack as="form" gap={4.5} onSubmit={(event) => event.preventDefault()} noValidate>
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
        description="Через запятую, или нажимайте Enter после каждого; до двадцати"
        name="tags"
        maxTags={20}
        splitChars={[',', ';', '\n']}
        acceptValueOnBlur
        clearable
        clearButtonProps={{ 'aria-label': 'Убрать все теги' }}
        {...form.getInputProps('tags')}
        onChange={(tags) => form.setFieldValue('tags', separateTags(tags))}
        error={Object.entries(form.errors).find(([field]) => field.startsWith('tags'))?.[1]}
      />
      <CoverField
        target={`${draft.key}:cover`}
        value={form.values.cover}
        drawn={drawnCover}
        onChange={(cover) => form.setFieldValue('cover', cover)}
        {...(form.errors.cover_file_id ? { error: String(form.errors.cover_file_id) } : {})}
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
      <VisibilityField
        label="Кто увидит, когда проект опубликован"
        value={form.values.visibility}
        error={form.errors.visibility}
        onChange={(visibility) => form.setFieldValue('visibility', visibility)}
        consent={consent}
      />
      <Row gap={2} wrap stacked align="stretch">
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
      </Row>
    </Stack>
  )
}
