import { useQuery } from '@tanstack/react-query'
import { isOutdated } from '#contract/consents/consents.schema.ts'
import { consentsQuery } from '#web/consents/consents.queries.ts'
import classes from '#web/consents/OwnConsents.module.css'
import { Notice } from '#web/ui/Notice.tsx'

/** A notice on the user's own profile that a text they agreed to has changed; nothing is blocked by that. */
const ConsentNotice = ({ userId }: { userId: number }) => {
  const { data } = useQuery(consentsQuery(userId))
  const changed = data?.asked.filter(isOutdated) ?? []
  if (changed.length === 0) return null
  return (
    <Notice>
      Изменился текст: {changed.map(({ document }) => `«${document.title}»`).join(', ')}.{' '}
      <a className={classes.link} href="#consents">
        Прочитайте и согласитесь заново
      </a>
      , когда будет удобно.
    </Notice>
  )
}

export default ConsentNotice
