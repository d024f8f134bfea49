import { Button } from '@mantine/core'
import { IconFileCertificate } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MadeDocument, MadeKind } from '#contract/organisation/made-documents.schema.ts'
import { signaturePath } from '#contract/organisation/signature-number.ts'
import { organisationPath } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { reportError } from '#web/data/report-error.ts'
import { DocumentRow, Fact } from '#web/organisation/editing/DocumentRow.tsx'
import { madeDocumentsQuery, savePreview } from '#web/organisation/editing/made-documents.queries.ts'
import { SignDialog } from '#web/organisation/editing/SignDialog.tsx'
import { CardList } from '#web/ui/Card.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Text } from '#web/ui/layout.tsx'
import { Section } from '#web/ui/Section.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** Documents that the platform makes from its data, to be looked at and signed on the spot. */
export const MadeDocuments = () => {
  const query = useQuery(madeDocumentsQuery)
  const [signed, setSigned] = useState<MadeDocument | null>(null)
  // the list is loaded again by itself: what is signed is what was looked at last
  const [seen, setSeen] = useState<Partial<Record<MadeKind, string>>>({})
  const see = (kind: MadeKind, mark: string) => setSeen((before) => ({ ...before, [kind]: mark }))
  const beginSigning = (made: MadeDocument) => {
    const mark = seen[made.kind] ?? made.mark
    see(made.kind, mark)
    setSigned({ ...made, mark })
  }
  return (
    <Section title="Из данных платформы" mb={5}>
      <Text size={3} tone="soft" loose>
        Численность, педагогический состав и цены платформа знает сама. Посмотрите документ и подпишите его простой
        электронной подписью: он сразу встанет на свою страницу. Источники финансирования и иностранных граждан
        поправьте сначала на странице «Образование».
      </Text>
      <ListState query={query} skeleton={<SkeletonList count={3} height={72} />}>
        {({ documents, post, rules }) => (
          <>
            <CardList aria-label="Документы из данных платформы">
              {documents.map((made) => (
                <MadeLine
                  key={made.kind}
                  made={made}
                  onSeen={(mark) => see(made.kind, mark)}
                  onSign={() => beginSigning(made)}
                />
              ))}
            </CardList>
            {signed && <SignDialog made={signed} post={post} rules={rules} onClose={() => setSigned(null)} />}
          </>
        )}
      </ListState>
    </Section>
  )
}

/** The state of a document, in a line; the tone says whether somebody has to do something. */
const standingOf = ({ kind, document, outdated, shown }: MadeDocument) => {
  const number = document?.signature?.number
  if (!document && !shown) return { warn: false, text: 'На странице стоит ваш документ или «нет сведений»' }
  if (!document) {
    // only the others have a table to show in the meantime
    const instead = kind === 'staff' ? 'на странице этого документа нет' : 'на странице стоит таблица без подписи'
    return { warn: true, text: `Не подписан: ${instead}` }
  }
  if (!number) return { warn: false, text: 'Вместо него стоит документ, который загрузили вы' }
  if (!shown) return { warn: true, text: 'Подписан, но на странице стоит другой документ или «нет сведений»' }
  if (outdated) return { warn: true, text: 'Данные изменились с тех пор, как документ подписали' }
  return { warn: false, text: 'Подписан и соответствует данным' }
}

const MadeLine = ({
  made,
  onSeen,
  onSign,
}: {
  made: MadeDocument
  /** Gets the mark of the data that were looked at. */
  onSeen: (mark: string) => void
  onSign: () => void
}) => {
  const { title, page, document, outdated, shown } = made
  const { warn, text } = standingOf(made)
  const signature = document?.signature
  const act = document ? 'Подписать заново' : 'Подписать'
  const preview = useMutation({
    mutationFn: async () => {
      // data that change meanwhile have another mark, and are not signed unseen
      const { mark } = made
      await savePreview(made)
      onSeen(mark)
    },
    onError: (error) => reportError(error, 'Не удалось сделать документ'),
  })
  return (
    <DocumentRow
      icon={IconFileCertificate}
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            aria-label={`Посмотреть PDF: ${title}`}
            loading={preview.isPending}
            onClick={() => preview.mutate()}
          >
            Посмотреть PDF
          </Button>
          <Button
            size="xs"
            variant={outdated || (!document && shown) ? 'filled' : 'default'}
            aria-label={`${act}: ${title}`}
            onClick={onSign}
          >
            {act}
          </Button>
        </>
      }
    >
      {document ? (
        <a href={document.file.url} target="_blank" rel="noopener noreferrer">
          {title}
        </a>
      ) : (
        <span>{title}</span>
      )}
      <Fact warn={warn}>{text}</Fact>
      {signature?.number && signature.signed_at && (
        <Fact>
          {signature.signer}, {formatMoment(signature.signed_at)},{' '}
          <Text as={Link} links="underlined" to={signaturePath(signature.number)}>
            № {signature.number}
          </Text>
        </Fact>
      )}
      <Fact>
        <Text as={Link} links="underlined" to={organisationPath(page)}>
          Страница {page}
        </Text>
      </Fact>
    </DocumentRow>
  )
}
