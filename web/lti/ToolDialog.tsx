import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { type LtiPlatform, type LtiTool, NewLtiTool } from '#contract/lti/lti.schema.ts'
import { type LtiScopeName, ltiScopeNames } from '#contract/lti/lti-limits.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { useCreateTool, useUpdateTool } from '#web/lti/lti.queries.ts'
import ToolDataDialog from '#web/lti/ToolDataDialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'

interface Values {
  name: string
  login_url: string
  target_url: string
  /** One in a line. */
  redirect_urls: string
  jwks_url: string
  public_key: string
  shares_name: boolean
  shares_email: boolean
  scopes: LtiScopeName[]
}

const valuesOf = (tool: LtiTool | null): Values => ({
  name: tool?.name ?? '',
  login_url: tool?.login_url ?? '',
  target_url: tool?.target_url ?? '',
  redirect_urls: tool?.redirect_urls.join('\n') ?? '',
  jwks_url: tool?.jwks_url ?? '',
  public_key: tool?.public_key ?? '',
  shares_name: tool?.shares_name ?? false,
  shares_email: tool?.shares_email ?? false,
  scopes: tool?.scopes ?? [...ltiScopeNames],
})

const bodyOf = ({ redirect_urls, jwks_url, public_key, ...values }: Values) => ({
  ...values,
  redirect_urls: redirect_urls.split(/\s+/).filter((url) => url !== ''),
  jwks_url: jwks_url.trim() || null,
  public_key: public_key.trim() || null,
})

/** An error of one address belongs to the field with all of them. */
const ofFields = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([field, error]) => [field.split('.')[0], error]))

/** Adds a tool, and shows what its settings ask for; or changes one. */
const ToolDialog = ({
  tool,
  platform,
  onClose,
}: {
  /** Null: a new one. */
  tool: LtiTool | null
  platform: LtiPlatform
  onClose: () => void
}) => {
  const create = useCreateTool()
  const update = useUpdateTool(tool?.id ?? 0)
  const [added, setAdded] = useState<LtiTool | null>(null)
  const check = validateWith(NewLtiTool)
  const form = useForm<Values>({
    initialValues: valuesOf(tool),
    validate: (values) => ofFields(check(bodyOf(values))),
  })
  const save = useSave(form, async (values) => {
    if (!tool) return setAdded((await create.mutateAsync(bodyOf(values))).tool)
    await update.mutateAsync(bodyOf(values))
    onClose()
  })
  if (added) return <ToolDataDialog tool={added} platform={platform} onClose={onClose} />
  return (
    <FormDialog
      title={tool ? 'Внешний инструмент' : 'Новый инструмент'}
      lead="Адреса есть в описании инструмента, в разделе об LTI 1.3."
      action={tool ? 'Сохранить' : 'Добавить инструмент'}
      busy={form.submitting}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label="Название"
        placeholder="Тренажёр по вёрстке"
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Адрес начала входа"
        description="OIDC login initiation URL"
        type="url"
        placeholder="https://journal.example/lti/login"
        {...form.getInputProps('login_url')}
      />
      <TextInput
        label="Что открывать"
        description="Target link URI, launch URL"
        type="url"
        placeholder="https://journal.example/lti"
        {...form.getInputProps('target_url')}
      />
      <Textarea
        label="Адреса возврата"
        description="Redirect URIs, по одному в строке"
        placeholder="https://journal.example/lti/launch"
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('redirect_urls')}
      />
      <TextInput
        label="Адрес ключей"
        description="Public keyset URL, JWKS"
        type="url"
        placeholder="https://journal.example/lti/jwks"
        {...form.getInputProps('jwks_url')}
      />
      <Textarea
        label="Или сам открытый ключ"
        description="В виде PEM, если адреса ключей у инструмента нет"
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('public_key')}
      />
      <Stack gap={2}>
        <Text weight="medium">Что инструмент узнаёт о людях</Text>
        <Checkbox label="Имя и фамилию" {...form.getInputProps('shares_name', { type: 'checkbox' })} />
        <Checkbox label="Почту" {...form.getInputProps('shares_email', { type: 'checkbox' })} />
        <Text size={2} tone="quiet">
          Без отметок инструмент видит только случайный знак, у каждого человека свой. Перед первым открытием каждый сам
          соглашается с этим и может что-то из отмеченного не сообщать.
        </Text>
      </Stack>
      <Checkbox.Group label="Что инструменту можно" {...form.getInputProps('scopes')}>
        <Stack gap={2} mt={2}>
          <Checkbox value="scores" label="Сообщать баллы" />
          <Checkbox value="results" label="Читать баллы, которые он сообщил" />
          <Checkbox value="lineItems" label="Читать названия и наибольшие баллы своих заданий" />
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  )
}

export default ToolDialog
