import { Box, Grid, Row, Stack, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, Input, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { organisationApi } from '#contract/organisation/organisation.api.ts'
import type { OrganisationDocument } from '#contract/organisation/organisation.schema.ts'
import { useUser } from '#web/auth/session.ts'
import { act } from '#web/data/act.ts'
import { ApiError } from '#web/data/api-error.ts'
import { FilesField } from '#web/files/FilesField.tsx'
import { useSave } from '#web/forms/use-save.ts'
import {
  type DocumentAct,
  type DocumentValues,
  documentChanges,
  documentFormKey,
  documentInput,
  documentProblems,
  initialValues,
} from '#web/organisation/editing/document-input.ts'
import { DateInput } from '#web/ui/DateInput.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'
import { uploads } from '#web/uploads/upload-jobs.ts'
import { cancelUpload } from '#web/uploads/uploads.ts'

const pdf = { types: ['.pdf'] }
const signatures = { types: ['.sig', '.p7s', '.sgn'] }

const messages = {
  create: 'Документ добавлен',
  replace: 'Документ заменён, прежний в архиве',
  change: 'Сведения о документе сохранены',
}

/** What is typed, with what the form began with. */
interface Typed {
  before: DocumentValues
  values: DocumentValues
}

/** Saves a document; the dialog around the form has it, and stays open meanwhile. */
export const useSaveDocument = (wanted: DocumentAct) =>
  useMutation({
    mutationFn: ({ before, values }: Typed) => {
      const body = documentInput(values)
      if (wanted.kind === 'create') return act(organisationApi.createDocument, { body })
      const params = { id: wanted.document.id }
      if (wanted.kind === 'replace') return act(organisationApi.replaceDocument, { params, body })
      return act(organisationApi.updateDocument, { params, body: documentChanges(values, before) })
    },
  })

/** The files of the form that are not there yet: what arrives later would be attached to nothing. */
const uploadsTo = (key: string) => uploads.get().filter(({ target }) => target.startsWith(`${key}:`))

const unfinishedFiles = (key: string) => {
  const fields = uploadsTo(key).map(({ target }) => target.slice(key.length + 1))
  return Object.fromEntries(fields.map((field) => [field, 'Файл ещё загружается: дождитесь или отмените загрузку']))
}

const cancelUploads = (key: string) => {
  for (const upload of uploadsTo(key)) cancelUpload(upload.key)
}

/** The form calls the files by their own names. */
const named = (error: unknown) => {
  if (!(error instanceof ApiError)) return error
  const names: Record<string, string> = { file_id: 'file', signature_file_id: 'signature' }
  const fields = Object.entries(error.fields).map(([name, sentences]) => [names[name] ?? name, sentences])
  error.fields = Object.fromEntries(fields)
  return error
}

/** A document with its file, its dates and what is known of its signature; what is typed stays on the device. */
export const DocumentForm = ({
  act,
  save,
  onSaved,
  onCancel,
}: {
  act: DocumentAct
  save: ReturnType<typeof useSaveDocument>
  onSaved: (document: OrganisationDocument) => void
  onCancel: () => void
}) => {
  const key = documentFormKey(act, useUser()?.id)
  const initial = initialValues(act)
  const [kept, keep, forget] = useDeviceDraft<Typed>(`${key}:typed`, { before: initial, values: initial })
  // what a colleague saves while the form is open must not look like a change of this one
  const [{ before, values }] = useState(kept)
  const form = useForm({
    initialValues: values,
    onValuesChange: (values) => keep({ before, values }),
    validate: (values: DocumentValues) => ({ ...documentProblems(values, act), ...unfinishedFiles(key) }),
  })
  const end = () => {
    forget()
    cancelUploads(key)
  }
  const submit = useSave(form, async (values) => {
    const { document } = await save.mutateAsync({ before, values }).catch((error) => Promise.reject(named(error)))
    end()
    toast({ severity: 'success', summary: messages[act.kind], detail: document.title })
    onSaved(document)
  })
  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      {act.kind !== 'change' && (
        <div>
          <FilesField
            label="Файл документа, PDF"
            target={`${key}:file`}
            max={1}
            check={pdf}
            value={form.values.file}
            onChange={(file) => form.setFieldValue('file', file)}
          />
          <Problem text={form.errors.file} />
        </div>
      )}
      <TextInput label="Название" withAsterisk maxLength={300} {...form.getInputProps('title')} />
      <Grid least={11} gap={3} gapX={4}>
        <DateInput label="Дата документа" {...form.getInputProps('dated_on')} />
        <DateInput label="Действует с" {...form.getInputProps('valid_from')} />
        <DateInput label="Действует до" {...form.getInputProps('valid_until')} />
      </Grid>
      <Stack as="fieldset" gap={3}>
        <Box as="legend" weight="strong">
          Электронная подпись
        </Box>
        <Text size={3} tone="soft" loose>
          Простой подписи достаточно. Она нужна документам, которые организация утверждает сама; копиям устава, лицензии
          и предписаний не нужна.
        </Text>
        <Grid least={15} gap={3} gapX={4}>
          <TextInput label="Кто подписал" maxLength={200} {...form.getInputProps('signer')} />
          <TextInput label="Должность" maxLength={200} {...form.getInputProps('signer_post')} />
          <DateInput withTime label="Когда подписан" {...form.getInputProps('signed_at')} />
          <TextInput label="Номер сертификата" maxLength={100} {...form.getInputProps('certificate')} />
        </Grid>
        {act.kind === 'change' && act.document.signature_file && form.values.signature.length === 0 && (
          <Row gap={1} gapX={3} wrap>
            <Text size={3} tone="soft" loose anywhere>
              {form.values.withoutSignature ? 'После сохранения файла не будет: ' : 'Файл подписи уже есть: '}
              {act.document.signature_file.name}
            </Text>
            <Button
              variant="subtle"
              size="xs"
              onClick={() => form.setFieldValue('withoutSignature', !form.values.withoutSignature)}
            >
              {form.values.withoutSignature ? 'Оставить файл подписи' : 'Убрать файл подписи'}
            </Button>
          </Row>
        )}
        <FilesField
          label="Файл подписи (.sig), если есть"
          target={`${key}:signature`}
          max={1}
          check={signatures}
          value={form.values.signature}
          onChange={(file) => form.setFieldValue('signature', file)}
        />
        <Problem text={form.errors.signature} />
      </Stack>
      <Row gap={2} wrap>
        <Button type="submit" loading={save.isPending}>
          {act.kind === 'replace' ? 'Заменить' : 'Сохранить'}
        </Button>
        <Button
          variant="default"
          disabled={save.isPending}
          onClick={() => {
            end()
            onCancel()
          }}
        >
          Отменить
        </Button>
      </Row>
    </Stack>
  )
}

const Problem = ({ text }: { text: React.ReactNode }) =>
  text ? (
    <Input.Error role="alert" mt={4}>
      {text}
    </Input.Error>
  ) : null
