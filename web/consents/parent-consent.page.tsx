import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { consentsApi } from '#contract/consents/consents.api.ts'
import type { GivenByParent } from '#contract/consents/consents.schema.ts'
import { counted } from '#contract/plural.ts'
import { erasureDays } from '#contract/privacy/privacy.schema.ts'
import { Link } from '#web/app/Link.tsx'
import { usePageParams } from '#web/app/page-params.ts'
import { AuthCard } from '#web/auth/AuthCard.tsx'
import { LinkPage } from '#web/auth/LinkPage.tsx'
import { givenByParentQuery } from '#web/consents/consents.queries.ts'
import classes from '#web/consents/GivenByParent.module.css'
import { ParentPublication } from '#web/consents/ParentPublication.tsx'
import { useAct } from '#web/data/act.ts'
import { reportError } from '#web/data/report-error.ts'
import { versionHref } from '#web/documents/version-href.ts'
import type { PageLoad } from '#web/page-module.ts'
import { confirm } from '#web/ui/confirm.ts'
import { formatDay, formatMoment } from '#web/ui/dates.ts'
import { Box, Text } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

const title = 'Согласие за ребёнка'

/** Whether the link works is asked beside the bundle. */
export const load: PageLoad<'parent-consent'> = ({ token }) => [givenByParentQuery(token)]

/**
 * Where a parent sees what they agreed to for a child, and takes it back: by the link from a letter, without an
 * account.
 */
const ParentConsentPage = () => {
  const { token } = usePageParams('parent-consent')
  return (
    <LinkPage
      query={useQuery(givenByParentQuery(token))}
      title={title}
      dead="Она есть в письме «согласие записано»: скопируйте её целиком. Если учётная запись ребёнка уже удалена, ссылка больше не действует."
    >
      {(given) => <Given given={given} token={token} />}
    </LinkPage>
  )
}

const question = ({ child, grown_up }: GivenByParent) => ({
  title: 'Отозвать согласие?',
  text: `Учётную запись ребёнка (${child}) сразу перестанут видеть другие, а через ${counted(erasureDays, 'день', 'дня', 'дней')} она удалится вместе с именем, почтой, работами и файлами. Оценки останутся без имени. ${grown_up ? 'Передумать до этого может сам ребёнок.' : 'До этого можно передумать на этой же странице.'}`,
  accept: 'Отозвать',
  danger: true,
})

const Given = ({ given, token }: { given: GivenByParent; token: string }) => {
  const { child, operator, document, version, given_at, parent, withdrawn_at, erase_at } = given
  return (
    <AuthCard title={title} lead={standing(given)}>
      <Box links="underlined" as="dl" gap={2} gapX={4} mt={5} anywhere className={classes.facts}>
        <Text as="dt" tone="quiet">
          Ребёнок
        </Text>
        <dd>{child}</dd>
        {(operator.name || operator.address) && (
          <>
            <Text as="dt" tone="quiet">
              Кому
            </Text>
            <dd>{[operator.name, operator.address].filter(Boolean).join(', ')}</dd>
          </>
        )}
        <Text as="dt" tone="quiet">
          Кто согласился
        </Text>
        <dd>{[parent.name, parent.email].filter(Boolean).join(', ')}</dd>
        <Text as="dt" tone="quiet">
          На что
        </Text>
        <dd>
          <Link to={versionHref(document.slug, version)}>
            {document.title}, версия {version}
          </Link>
        </dd>
        <Text as="dt" tone="quiet">
          Когда
        </Text>
        <dd>{formatMoment(given_at)}</dd>
        {withdrawn_at && (
          <>
            <Text as="dt" tone="quiet">
              Отозвано
            </Text>
            <dd>{formatMoment(withdrawn_at)}</dd>
          </>
        )}
        {erase_at && (
          <>
            <Text as="dt" tone="quiet">
              Удалится
            </Text>
            <dd>{formatDay(erase_at)}</dd>
          </>
        )}
      </Box>
      <Answer given={given} token={token} />
      {given.withdrawn_at === null && !given.grown_up && <ParentPublication given={given} token={token} />}
    </AuthCard>
  )
}

const standing = ({ withdrawn_at, erase_at, grown_up }: GivenByParent) => {
  if (withdrawn_at && grown_up)
    return `Согласие отозвано. Ребёнок вырос и соглашается сам${erase_at ? ': чтобы учётная запись осталась, ему достаточно войти и нажать «Не удалять»' : ''}.`
  if (withdrawn_at)
    return erase_at ? 'Согласие отозвано. Пока учётная запись не удалена, его можно дать снова.' : 'Согласие отозвано.'
  return erase_at
    ? 'Согласие действует, но учётную запись попросили удалить. Передумать может сам ребёнок: войти и нажать «Не удалять».'
    : 'Согласие действует. Отозвать его можно в любой день.'
}

const Answer = ({ given, token }: { given: GivenByParent; token: string }) => {
  const onError = (error: unknown) => reportError(error)
  const withdraw = useAct(consentsApi.withdrawAsParent, () => ({ query: { token } }), { onError })
  const give = useAct(consentsApi.giveAsParent, () => ({ body: { token, version: given.current_version } }), {
    onError,
  })
  const { document, current_version, withdrawn_at, erase_at, grown_up } = given
  if (withdrawn_at === null) {
    const takeBack = async () => {
      if (!(await confirm(question(given)))) return
      withdraw.mutate(undefined, {
        onSuccess: () =>
          toast({
            severity: 'success',
            summary: 'Согласие отозвано',
            detail: 'Мы написали вам, до какого дня можно передумать.',
          }),
      })
    }
    return (
      <Button variant="default" mt="lg" loading={withdraw.isPending} onClick={() => void takeBack()}>
        Отозвать согласие
      </Button>
    )
  }
  if (erase_at === null || grown_up) return null
  return (
    <>
      <Text links="underlined" mt={5} tone="soft">
        Нажимая «Согласиться снова», вы подтверждаете, что вы родитель или другой законный представитель ребёнка и
        согласны с{' '}
        <Link to={versionHref(document.slug, current_version)}>
          текстом, который действует сейчас (версия {current_version})
        </Link>
        .
      </Text>
      <Button
        mt="md"
        loading={give.isPending}
        onClick={() =>
          give.mutate(undefined, {
            onSuccess: ({ erase_at }) =>
              toast({
                severity: 'success',
                summary: 'Согласие записано',
                // one that was to be erased before, too, is kept by the child
                ...(erase_at === null && { detail: 'Учётная запись ребёнка остаётся.' }),
              }),
          })
        }
      >
        Согласиться снова
      </Button>
    </>
  )
}

export default ParentConsentPage
