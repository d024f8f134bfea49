import { Button, Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { consentsApi } from '#contract/consents/consents.api.ts'
import type { GivenByParent } from '#contract/consents/consents.schema.ts'
import classes from '#web/consents/GivenByParent.module.css'
import { act } from '#web/data/act.ts'
import { reportError } from '#web/data/report-error.ts'
import { versionHref } from '#web/documents/version-href.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { Stack, Text } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

/** The separate consent that everybody is shown a child's name and projects: its state, and how to change it. */
export const ParentPublication = ({ given, token }: { given: GivenByParent; token: string }) => {
  const { publication, publication_version } = given
  const [agreed, setAgreed] = useState(false)
  const change = useMutation({
    mutationFn: () =>
      publication
        ? act(consentsApi.withdrawAsParent, { query: { token, document: 'publication' } })
        : act(consentsApi.giveAsParent, { body: { token, document: 'publication', version: publication_version } }),
    onSuccess: (now) => {
      setAgreed(false)
      toast({ severity: 'success', summary: now.publication ? 'Согласие записано' : 'Согласие отозвано' })
    },
    onError: (error) => reportError(error),
  })
  return (
    <Stack
      as="section"
      gap={3}
      align="start"
      mt={6}
      edge="top"
      className={classes.publication}
      aria-labelledby="publication"
    >
      <Text as="h2" size={6} id="publication">
        Имя и проекты для всех
      </Text>
      <Text tone="soft">
        {publication
          ? `С ${formatMoment(publication.given_at)} вы разрешаете показывать имя и проекты ребёнка всем. Если отозвать это согласие, их увидит только школа, а учётная запись останется.`
          : 'Сейчас имя и проекты ребёнка видит только школа: те, кто вошёл на сайт. Показывать их всем можно с вашего отдельного согласия.'}
      </Text>
      {!publication && (
        <Checkbox
          checked={agreed}
          onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
          label={
            <>
              Даю{' '}
              <a href={versionHref('publication', publication_version)} target="_blank" rel="noreferrer">
                согласие на обработку персональных данных, разрешённых для распространения
              </a>
            </>
          }
        />
      )}
      <Button
        variant="default"
        disabled={!publication && !agreed}
        loading={change.isPending}
        onClick={() => change.mutate()}
      >
        {publication ? 'Показывать только школе' : 'Разрешить показывать всем'}
      </Button>
    </Stack>
  )
}
