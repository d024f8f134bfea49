import { IconCertificate, IconCertificateOff } from '@tabler/icons-react'
import type { Certificate } from '#contract/certificates/certificates.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { certificateFile } from '#web/certificates/certificate-file.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'

/**
 * Confirms a certificate to everybody who has its number, or says that it was withdrawn; its owner and curators read
 * why. Drawn by the server as well: plain elements.
 */
export const CertificateView = ({ certificate, school }: { certificate: Certificate; school: string }) => {
  const { number, name, course, issued_on, withdrawn, reason, replaced_by } = certificate
  const Icon = withdrawn ? IconCertificateOff : IconCertificate
  return (
    <Wrap size="narrow">
      <Card pad={5}>
        <Stack gap={4}>
          <Row gap={3} align="start">
            <Text as="span" tone={withdrawn ? 'bad' : 'ok'} fixed>
              <Icon size={40} stroke={1.5} aria-hidden="true" />
            </Text>
            <Box anywhere>
              <h1>{withdrawn ? 'Сертификат отозван' : 'Сертификат подтверждён'}</h1>
              <Text mt={1} tone="quiet" digits>
                Номер {number}
              </Text>
            </Box>
          </Row>
          <Box anywhere>
            <Text size={8} weight="strong">
              {name}
            </Text>
            <Text mt={1} size={6} tone="soft">
              Курс «{course}»
            </Text>
          </Box>
          <Box anywhere>
            {/* on paper there is no header with the school */}
            <Text>{school}</Text>
            <Text tone="quiet">Выдан {formatDay(`${issued_on}T12:00:00`)}</Text>
          </Box>
          {withdrawn ? (
            <>
              <Text>Школа отозвала этот сертификат: он больше ничего не подтверждает.</Text>
              {replaced_by ? (
                <Text links="underlined">
                  Вместо него выдан{' '}
                  <a href={pathTo('certificates.show', { number: replaced_by })}>сертификат {replaced_by}</a>.
                </Text>
              ) : (
                reason && (
                  <Box anywhere>
                    <Text>Причина: {reason}</Text>
                    <Text mt={1} size={3} tone="quiet">
                      Её видят только владелец сертификата и кураторы.
                    </Text>
                  </Box>
                )
              )}
            </>
          ) : (
            <Text links="underlined" unprinted>
              <a href={certificateFile(number)} target="_blank" rel="noopener">
                Открыть PDF
              </a>
            </Text>
          )}
        </Stack>
      </Card>
    </Wrap>
  )
}
