import { Checkbox } from '@mantine/core'
import { pathTo } from '#contract/pages.ts'
import type { AskedConsent } from '#web/projects/publication-consent.ts'
import { Text } from '#web/ui/layout.tsx'

/** The separate consent that somebody's name and project are shown to everybody; `description`: what is without it. */
export const PublicationConsentField = ({
  consent,
  description,
}: {
  consent: Pick<AskedConsent, 'isOpen' | 'agreed' | 'setAgreed'>
  description: string
}) => (
  <Checkbox
    mt="xs"
    checked={consent.agreed}
    onChange={({ currentTarget }) => consent.setAgreed(currentTarget.checked)}
    disabled={!consent.isOpen}
    description={description}
    label={
      <Text as="span" links="underlined">
        Даю{' '}
        <a href={pathTo('documents.show', { slug: 'publication' })} target="_blank" rel="noreferrer">
          согласие на обработку персональных данных, разрешённых для распространения
        </a>
        : моё имя и мой проект увидят все
      </Text>
    }
  />
)
