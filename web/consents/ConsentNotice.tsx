import { useQuery } from '@tanstack/react-query'
import { isOutdated } from '#contract/consents/consents.schema.ts'
import { consentsQuery } from '#web/consents/consents.queries.ts'
import { Text } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** A notice on the user's own profile that a text they agreed to has changed; nothing is blocked by that. */
const ConsentNotice = ({ userId }: { userId: number }) => {
  const { data } = useQuery(consentsQuery(userId))
  const changed = data?.asked.filter(isOutdated) ?? []
  if (changed.length === 0) return null
  return (
    <Notice>
      Изменился текст: {changed.map(({ document }) => `«${document.title}»`).join(', ')}.{' '}
      <Text as="a" links="underlined" href="#consents">
        Прочитайте и согласитесь заново
      </Text>
      , когда будет удобно.
    </Notice>
  )
}

export default ConsentNotice
