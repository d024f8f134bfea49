import { Checkbox, type CheckboxProps } from '@mantine/core'
import { consentsAt } from '#contract/consents/consents.schema.ts'
import { organisationTitle } from '#contract/organisation/organisation-pages.ts'
import { pathTo } from '#contract/pages.ts'
import { Text } from '#web/ui/layout.tsx'

/** Each document that is agreed to has a box of its own, and none is ticked before its reader does it. */
const asked = consentsAt('registration')

/** No box is ticked. */
export const noConsents = () => Object.fromEntries(asked.map(({ slug }) => [slug, false])) as Record<string, boolean>

/** What is wrong with the boxes, for `useForm`. */
export const checkConsents = (consents: Record<string, boolean>) =>
  Object.fromEntries(
    asked
      .filter(({ slug }) => !consents[slug])
      .map(({ slug }) => [`consents.${slug}`, 'Без согласия учётную запись открыть нельзя']),
  )

/** The boxes of somebody who opens an account; `form` has them as `consents`. */
export const ConsentBoxes = ({
  form,
}: {
  form: { getInputProps: (path: string, options: { type: 'checkbox' }) => CheckboxProps }
}) => (
  <>
    {asked.map(({ slug, title }) => (
      <Checkbox
        key={slug}
        name={slug}
        label={
          <Text as="span" links="underlined">
            Даю{' '}
            <a href={pathTo('documents.show', { slug })} target="_blank" rel="noreferrer">
              {title.charAt(0).toLowerCase() + title.slice(1)}
            </a>
          </Text>
        }
        {...form.getInputProps(`consents.${slug}`, { type: 'checkbox' })}
      />
    ))}
  </>
)

/** Where it is written how data are kept, and what the school's rules are. */
export const ConsentNote = () => (
  <Text size={2} tone="quiet" links="underlined" loose>
    Как мы храним данные, написано в{' '}
    <a href={pathTo('documents.show', { slug: 'privacy' })} target="_blank" rel="noreferrer">
      политике обработки персональных данных
    </a>
    , правила школы опубликованы в разделе{' '}
    <a href={pathTo('organisation')} target="_blank" rel="noreferrer">
      «{organisationTitle}»
    </a>
    .
  </Text>
)
