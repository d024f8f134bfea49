import { Stack, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ProjectVisibility } from '#contract/projects/projects.schema.ts'
import { PublicationConsentField } from '#web/projects/PublicationConsentField.tsx'
import type { AskedConsent } from '#web/projects/publication-consent.ts'
import { visibilityHints, visibilityNames } from '#web/projects/visibility-names.ts'

/** Who sees the project, and the separate consent where everybody will. */
export const VisibilityField = ({
  label,
  value,
  error,
  onChange,
  consent,
}: {
  label: string
  value: ProjectVisibility
  /** Why the server has refused it. */
  error?: ReactNode
  onChange: (visibility: ProjectVisibility) => void
  consent: AskedConsent
}) => (
  <>
    <Radio.Group
      label={label}
      name="visibility"
      value={value}
      error={error}
      onChange={(visibility) => onChange(visibility as ProjectVisibility)}
    >
      <Stack gap={2.5} mt={1.5} mb={1.5}>
        {(['public', 'school', 'link', 'me'] as const).map((visibility) => (
          <Radio
            key={visibility}
            value={visibility}
            // where the focus goes
            error={Boolean(error) && visibility === value}
            label={visibilityNames[visibility]}
            description={visibilityHints[visibility]}
          />
        ))}
      </Stack>
    </Radio.Group>
    {consent.isUnconfirmed && (
      <Text pad={2.5} padX={4} ground="warn" round="s" loose role="status">
        Пока почта не подтверждена, проект увидит только школа: те, кто вошёл на сайт. Откройте ссылку из нашего письма,
        и его можно будет показать дальше.
      </Text>
    )}
    {consent.isAsked && (
      <PublicationConsentField
        consent={consent}
        description={
          consent.isOpen
            ? 'Без согласия проект увидит только школа: те, кто вошёл на сайт'
            : 'По возрасту согласие даёт родитель, поэтому проект увидит только школа: те, кто вошёл на сайт'
        }
      />
    )}
  </>
)
