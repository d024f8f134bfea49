import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { groundColours, logoCheck, logoCopy } from '#contract/site/logo.ts'
import { siteApi } from '#contract/site/site.api.ts'
import type { Logo } from '#contract/site/site-settings.schema.ts'
import { schoolQuery } from '#web/app/school.queries.ts'
import { currentUser, isSomebodyElse } from '#web/auth/session.ts'
import { act, useAct } from '#web/data/act.ts'
import { ApiError } from '#web/data/api-error.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reportError } from '#web/data/report-error.ts'
import { SchoolLogo } from '#web/frame/SchoolLogo.tsx'
import classes from '#web/settings/LogoField.module.css'
import { checkFile } from '#web/ui/check-file.ts'
import { FieldGroup } from '#web/ui/FieldGroup.tsx'
import { FileInput } from '#web/ui/FileInput.tsx'
import { Row, Text } from '#web/ui/layout.tsx'
import { removeLater } from '#web/ui/remove-later.ts'
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

const showLogo = (logo: Logo | null) =>
  queryClient.setQueryData(schoolQuery.queryKey, (known) => known && { school: { ...known.school, logo } })

/** Ends the wait of a removal that can still be taken back. */
let keepLogo = () => {}

/** Takes the logo off the screen, and from the site once nobody has taken that back. */
const removeLogo = (logo: Logo) => {
  const as = currentUser()?.id ?? 0
  showLogo(null)
  keepLogo = removeLater({
    summary: 'Логотип убран',
    restore: () => showLogo(logo),
    remove: () =>
      // the page may be closing
      act(siteApi.removeLogo, { as, keepalive: true }).then(
        () => {},
        (error) => {
          if (!isSomebodyElse(as)) reportError(error, 'Не удалось убрать логотип')
          showLogo(logo)
        },
      ),
  })
}

/** The school's logo: it changes at once, apart from the form. */
export const LogoField = ({ logo }: { logo: Logo | null }) => {
  const input = useRef<HTMLInputElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext(buttons)
  const change = useAct(siteApi.setLogo, (file: File) => ({ file }))
  const upload = (file: File | undefined) => {
    if (!file || !checkFile(file, logoCheck)) return
    // the new one takes the place of the one that was to go
    keepLogo()
    change.mutateAsync(file).then(
      () => toast({ severity: 'success', summary: logo ? 'Логотип заменён' : 'Логотип загружен' }),
      (error) => {
        const sentence = error instanceof ApiError && error.fields.file?.[0]
        if (sentence) toast({ severity: 'error', summary: 'Ошибка', detail: sentence })
        else reportError(error, 'Не удалось загрузить логотип')
      },
    )
  }
  const remove = (shown: Logo) => {
    removeLogo(shown)
    // the button that was pressed goes
    focusNext('[data-choose]:enabled')
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
          <Button variant="subtle" color="red" disabled={change.isPending} onClick={() => remove(logo)}>
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
