import { Button } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnCertificate } from '#contract/certificates/certificates.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { lateDialog } from '#web/app/late.tsx'
import { certificateFile } from '#web/certificates/certificate-file.ts'
import { certificatesQuery } from '#web/certificates/certificates.queries.ts'
import { CardList, CardRow } from '#web/ui/Card.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { hasFailed } from '#web/ui/first-load.ts'
import { Box, Text } from '#web/ui/layout.tsx'
import { PartError } from '#web/ui/PartError.tsx'
import { Section } from '#web/ui/Section.tsx'

const ReplaceDialog = lateDialog(() => import('#web/certificates/ReplaceDialog.tsx'))
const WithdrawDialog = lateDialog(() => import('#web/certificates/WithdrawDialog.tsx'))

/** Why a certificate is valid no more. */
const Withdrawn = ({ certificate: { reason, replaced_by } }: { certificate: OwnCertificate }) => (
  <Text size={3} tone={replaced_by ? 'quiet' : 'bad'}>
    {replaced_by ? `Заменён сертификатом ${replaced_by}` : `Отозван: ${reason}`}
  </Text>
)

/** A person's certificates, in their profile; curators replace and withdraw them there. Nothing while there is none. */
const Certificates = ({ userId, managed = false }: { userId: number; managed?: boolean }) => {
  const query = useQuery(certificatesQuery(userId))
  const certificates = query.data?.certificates ?? []
  const [withdrawing, setWithdrawing] = useState<OwnCertificate | null>(null)
  const [replacing, setReplacing] = useState<OwnCertificate | null>(null)
  const isMissing = hasFailed(query)
  if (certificates.length === 0 && !isMissing) return null
  return (
    <Section title="Сертификаты" mt={7}>
      {isMissing ? (
        <PartError />
      ) : (
        <CardList>
          {certificates.map((certificate) => {
            const { number, name, course, issued_on, withdrawn, replaced_by } = certificate
            return (
              <CardRow key={number}>
                <Text as="span" tone={withdrawn ? 'quiet' : 'ok'} fixed>
                  <IconCertificate size={24} stroke={1.75} aria-hidden="true" />
                </Text>
                <Box from={14} anywhere>
                  <Text weight="strong" links="quiet">
                    <Link to={pathTo('certificates.show', { number })}>{course}</Link>
                  </Text>
                  <Text size={2} tone="quiet" digits>
                    {formatDay(`${issued_on}T12:00:00`)} · {number}
                  </Text>
                  {managed && (
                    <Text size={2} tone="quiet">
                      На имя: {name}
                    </Text>
                  )}
                  {withdrawn && <Withdrawn certificate={certificate} />}
                </Box>
                {!withdrawn && (
                  <Button
                    component="a"
                    variant="default"
                    href={certificateFile(number)}
                    target="_blank"
                    rel="noopener"
                    aria-label={`PDF: ${course}`}
                  >
                    PDF
                  </Button>
                )}
                {managed && !replaced_by && (
                  <Button
                    variant="default"
                    aria-label={`Исправить имя: ${course}`}
                    onClick={() => setReplacing(certificate)}
                  >
                    Исправить имя
                  </Button>
                )}
                {managed && !withdrawn && (
                  <Button
                    variant="subtle"
                    color="red"
                    aria-label={`Отозвать: ${course}`}
                    onClick={() => setWithdrawing(certificate)}
                  >
                    Отозвать
                  </Button>
                )}
              </CardRow>
            )
          })}
        </CardList>
      )}
      {replacing && <ReplaceDialog certificate={replacing} onClose={() => setReplacing(null)} />}
      {withdrawing && <WithdrawDialog certificate={withdrawing} onClose={() => setWithdrawing(null)} />}
    </Section>
  )
}

export default Certificates
