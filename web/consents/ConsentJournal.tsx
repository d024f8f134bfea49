import { Button } from '@mantine/core'
import { IconFileCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { JournaledConsent } from '#contract/consents/consents.schema.ts'
import { documents } from '#contract/documents/document-list.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import { useListAddress } from '#web/app/list-address.ts'
import classes from '#web/consents/ConsentJournal.module.css'
import { journalFilterOf, journalQuery } from '#web/consents/consents.queries.ts'
import { downloadConsents } from '#web/consents/download-consents.ts'
import { PaperNote } from '#web/consents/PaperNote.tsx'
import { versionHref } from '#web/documents/version-href.ts'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { FoundList, FoundRow } from '#web/ui/FoundList.tsx'
import { ListChoice, ListTools } from '#web/ui/ListTools.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'

const agreedTo = documents.filter(({ consent }) => consent !== null)

/** Who agreed to what, when and from where: for curators. */
const ConsentJournal = () => {
  const { search, narrow, pageHref } = useListAddress('settings')
  const filter = journalFilterOf(search)
  const query = useQuery(journalQuery(filter))
  return (
    <>
      <ListTools
        label="Имя, фамилия или почта"
        search={filter.search}
        onSearch={(search) => narrow({ search })}
        found={query.data && counted(query.data.total, 'запись', 'записи', 'записей')}
        actions={
          <DownloadButton failed="Не удалось скачать журнал" download={() => downloadConsents(filter)}>
            Скачать CSV
          </DownloadButton>
        }
      >
        <ListChoice
          label="Документ"
          all="Все документы"
          className={classes.select}
          value={filter.document}
          options={agreedTo.map(({ slug, title }) => ({ value: slug, label: title }))}
          onChange={(document) => narrow({ document })}
        />
      </ListTools>
      <FoundList
        query={query}
        items={({ consents }) => consents}
        empty={{
          icon: IconFileCheck,
          title: 'Записей нет',
          text: 'Здесь появятся согласия тех, кто регистрируется и публикует проекты.',
          action: (filter.search || filter.document) && (
            <Button variant="default" onClick={() => narrow({ search: undefined, document: undefined })}>
              Показать все
            </Button>
          ),
        }}
        pageHref={pageHref}
      >
        {(consents) => consents.map((consent) => <Line key={consent.id} consent={consent} />)}
      </FoundList>
    </>
  )
}

const Fact = ({ children }: { children: ReactNode }) => (
  <div>
    <Stack as="span" size={3} tone="quiet">
      {children}
    </Stack>
  </div>
)

const Line = ({ consent }: { consent: JournaledConsent }) => {
  const { user, document, version, given_at, address, parent, withdrawn_at } = consent
  return (
    <FoundRow links="quiet" className={classes.line}>
      <Fact>
        <Text as="span" size={4} tone="ink" weight="medium">
          {user.erased ? fullName(user) : <Link to={pathTo('users.show', { id: user.id })}>{fullName(user)}</Link>}
        </Text>
        <span>{user.email}</span>
      </Fact>
      <Fact>
        <Text as="span" size={4} tone="ink">
          <Link to={versionHref(document.slug, version)}>{document.title}</Link>
        </Text>
        <span>
          Версия {version}
          {parent && `. Согласие дал родитель: ${[parent.name, parent.email].filter(Boolean).join(', ')}`}
        </span>
        <PaperNote consent={consent} />
      </Fact>
      <Fact>
        <span>Дано {formatMoment(given_at)}</span>
        {address && <span>с адреса {address}</span>}
        {withdrawn_at && (
          <Text as="span" tone="bad">
            Отозвано {formatMoment(withdrawn_at)}
          </Text>
        )}
      </Fact>
    </FoundRow>
  )
}

export default ConsentJournal
