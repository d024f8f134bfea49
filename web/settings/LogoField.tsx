import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { groundColours, logoCheck, logoCopy } from '#contract/site/logo.ts'
import { siteApi } from '#contract/site/site.api.ts'
import type { Logo } from '#contract/site/site-settings.schema.ts'
import { act } from '#web/app/act.ts'
import { ApiError } from '#web/app/api-error.ts'
import { reportError } from '#web/app/report-error.ts'
import { SchoolLogo } from '#web/app/SchoolLogo.tsx'
import classes from '#web/settings/LogoField.module.css'
import { checkFile } from '#web/ui/check-file.ts'
import { confirm } from '#web/ui/confirm.ts'
import { FieldGroup } from '#web/ui/FieldGroup.tsx'
import { FileInput } from '#web/ui/FileInput.tsx'
import { Row, Text } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useFocusNext } from '#web/ui/use-focus-next.ts'

/** How the logo looks in the header of both schemes, and as an icon. */
const Preview = ({ logo }: { logo: Logo }) => (
  <Row gap={4} wrap>
    {Object.entries({ 'На светлом': groundColours.light, 'На тёмном': groundColours.dark }).map(
      ([name, background]) => (
        <figure key={name} className={classes.shown}>
          <div style={{ background }}>
            <SchoolLogo logo={logo} />
          </div>
          <figcaption>{name}</figcaption>
        </figure>
      ),
    )}
    <figure className={classes.shown}>
      <div>
        <img src={logoCopy(logo.url, 'small')} alt="" width="48" height="48" className={classes.icon} />
      </div>
      <figcaption>Значок</figcaption>
    </figure>
  </Row>
)

/** The school's logo: it changes at once, apart from the form. */
export const LogoField = ({ logo }: { logo: Logo | null }) => {
  const input = useRef<HTMLInputElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext(buttons)
  const change = useMutation({
    mutationFn: (file: File | null) => (file ? act(siteApi.setLogo, { file }) : act(siteApi.removeLogo)),
  })
  const upload = (file: File | undefined) => {
    if (!file || !checkFile(file, logoCheck)) return
    change.mutate(file, {
      onSuccess: () => toast({ severity: 'success', summary: logo ? 'Логотип заменён' : 'Логотип загружен' }),
      onError: (error) => {
        const sentence = error instanceof ApiError && error.fields.file?.[0]
        if (sentence) toast({ severity: 'error', summary: 'Ошибка', detail: sentence })
        else reportError(error, 'Не удалось загрузить логотип')
      },
    })
  }
  const remove = async () => {
    const isSure = await confirm({
      title: 'Убрать логотип?',
      text: 'Вместо него в шапке и на значке снова будет знак платформы. Вернуть логотип можно, если загрузить файл ещё раз.',
      accept: 'Убрать',
      danger: true,
    })
    if (!isSure) return
    change.mutate(null, {
      onSuccess: () => {
        toast({ severity: 'success', summary: 'Логотип убран' })
        // the button that was pressed goes
        focusNext('[data-choose]:enabled')
      },
      onError: (error) => reportError(error, 'Не удалось убрать логотип'),
    })
  }
  return (
    <FieldGroup
      legend="Логотип"
      note="Стоит в шапке сайта, в письмах, на сертификатах и на значке приложения. Меняется сразу: сохранять не нужно."
    >
      {logo && <Preview logo={logo} />}
      <FileInput
        ref={input}
        accept={logoCheck.types.join(',')}
        aria-label="Файл с логотипом"
        onFiles={([file]) => upload(file)}
      />
      <Row gap={2} wrap ref={buttons}>
        <Button
          data-choose=""
          variant="default"
          leftSection={<IconUpload size={17} aria-hidden="true" />}
          loading={change.isPending}
          onClick={() => input.current?.click()}
        >
          {logo ? 'Заменить логотип' : 'Загрузить логотип'}
        </Button>
        {logo && (
          <Button variant="subtle" color="red" disabled={change.isPending} onClick={remove}>
            Убрать
          </Button>
        )}
      </Row>
      <Text size={3} tone="quiet">
        PNG, JPEG или WebP до 5 МБ, лучше всего с прозрачным фоном. Прозрачные поля обрежутся сами.
      </Text>
    </FieldGroup>
  )
}
