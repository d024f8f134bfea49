import { Button, Checkbox, Input, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import type { ParentsSlug } from '#contract/consents/consents.schema.ts'
import { consentsAt } from '#contract/consents/consents.schema.ts'
import { PaperConsent, scanCheck } from '#contract/consents/paper-consents.schema.ts'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { useRecordOnPaper } from '#web/consents/consents.queries.ts'
import { FileName } from '#web/files/FileName.tsx'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { DateInput } from '#web/ui/DateInput.tsx'
import { FileInput } from '#web/ui/FileInput.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { localDay } from '#web/ui/local-moment.ts'
import { toast } from '#web/ui/toasts.ts'
import { UploadList } from '#web/uploads/UploadList.tsx'
import { cancelUpload, startUpload, useUploads } from '#web/uploads/uploads.ts'
import { useTakenUploads } from '#web/uploads/use-taken-uploads.ts'

interface Child {
  id: number
  name: string
  surname: string
}

/** The scan: uploaded as soon as it is chosen. */
const ScanField = ({
  target,
  scan,
  error,
  onScan,
}: {
  target: string
  scan: StoredFile | null
  error?: string | undefined
  onScan: (file: StoredFile | null) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  const uploads = useUploads(target)
  useTakenUploads(uploads, onScan)
  return (
    <Input.Wrapper
      label="Скан"
      labelElement="div"
      description="PDF или картинка, не больше 20 МБ. Увидят только кураторы"
      error={error}
    >
      <Stack gap={3} mt={1.5}>
        {scan && <FileName name={scan.name} />}
        <UploadList target={target} />
        <div>
          <Button variant="default" size="sm" onClick={() => input.current?.click()}>
            {scan ? 'Выбрать другой' : 'Выбрать файл'}
          </Button>
        </div>
        <FileInput
          ref={input}
          aria-label="Скан согласия"
          accept={scanCheck.types.join(',')}
          onFiles={([file]) => {
            // there is one scan: the one before is not waited for any more
            for (const { key } of uploads) cancelUpload(key)
            if (file && startUpload(file, { target, check: scanCheck })) onScan(null)
          }}
        />
      </Stack>
    </Input.Wrapper>
  )
}

const documents = [...consentsAt('parent'), ...consentsAt('publication')]

/** Records what a parent has signed on paper for a child. */
const PaperConsentDialog = ({
  child,
  parentName = '',
  waits,
  onClose,
}: {
  child: Child
  /** Whether the account waits for this consent, and cannot be signed in to before. */
  waits: boolean
  /** The parent whom the school knows. */
  parentName?: string
  onClose: () => void
}) => {
  const record = useRecordOnPaper(child.id)
  const form = useForm({
    initialValues: {
      documents: ['parent-consent'] as ParentsSlug[],
      parent: { name: parentName, email: '' },
      signed_on: localDay(),
      file_id: '',
      scan: null as StoredFile | null,
    },
    validate: (values) => ({
      ...validateWith(PaperConsent)(values),
      ...(values.file_id === '' && { file_id: 'Выберите скан и дождитесь конца загрузки' }),
    }),
  })
  const save = useSave(form, async ({ scan: _, ...values }) => {
    await record.mutateAsync(values)
    toast({ severity: 'success', summary: 'Согласие записано', detail: fullName(child) })
    onClose()
  })
  const { scan } = form.getValues()
  return (
    <FormDialog
      title="Согласие на бумаге"
      lead={waits && `${fullName(child)} сможет входить, как только согласие на учётную запись будет записано.`}
      action="Записать согласие"
      busy={form.submitting}
      onSubmit={save}
      onClose={onClose}
    >
      <Checkbox.Group label="Что подписано" {...form.getInputProps('documents')}>
        <Stack gap={2} mt={1.5}>
          {documents.map(({ slug, title }) => (
            <Checkbox key={slug} value={slug} label={title} />
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        label="Кто подписал"
        description="Имя и фамилия родителя или другого законного представителя"
        autoComplete="off"
        {...form.getInputProps('parent.name')}
      />
      <TextInput
        label="Почта родителя, если есть"
        description="Придёт письмо со ссылкой, по которой согласие можно посмотреть и отозвать"
        type="email"
        autoComplete="off"
        {...form.getInputProps('parent.email')}
      />
      <DateInput label="Когда подписано" max={localDay()} {...form.getInputProps('signed_on')} />
      <ScanField
        target={`paper-consent:${child.id}`}
        scan={scan}
        error={form.errors.file_id as string | undefined}
        onScan={(file) => form.setValues({ scan: file, file_id: file?.id ?? '' })}
      />
    </FormDialog>
  )
}

export default PaperConsentDialog
