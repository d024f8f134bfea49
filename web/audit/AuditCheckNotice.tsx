import { useQuery } from '@tanstack/react-query'
import type { AuditCheck } from '#contract/audit/audit.schema.ts'
import { counted } from '#contract/plural.ts'
import { auditCheckQuery } from '#web/audit/audit.queries.ts'
import { Text } from '#web/ui/layout.tsx'

const brokenText = ({ number, entry_id, fault }: NonNullable<AuditCheck['broken']>) => {
  if (fault === 'unchained') return `Запись ${entry_id} добавили в обход сайта.`
  return fault === 'missing' ? `Пропала запись ${number} по порядку.` : `Запись ${number} по порядку изменили.`
}

/** Whether anybody has changed the journal in the database past the site. */
export const AuditCheckNotice = () => {
  const { data, isError } = useQuery(auditCheckQuery)
  if (isError)
    return (
      <Text size={3} tone="bad" mb={4}>
        Не удалось проверить журнал. Обновите страницу.
      </Text>
    )
  if (!data)
    return (
      <Text size={3} tone="quiet" mb={4} role="status">
        {'Проверяем, цел ли журнал…'}
      </Text>
    )
  const { total, fingerprint, broken } = data.check
  if (broken)
    return (
      <Text size={3} tone="bad" mb={4} role="alert">
        Журнал в базе данных меняли. {brokenText(broken)} Сохраните копию базы и сообщите администратору сайта.
      </Text>
    )
  return (
    <Text size={3} tone="quiet" mb={4} role="status">
      Журнал цел: {counted(total, 'запись', 'записи', 'записей')}.
      {fingerprint && ` Отпечаток последней: ${fingerprint.slice(0, 16)}.`}
    </Text>
  )
}
