import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { counted, plural } from '#contract/plural.ts'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import { missingCertificates, useIssueCertificates } from '#web/certificates/certificates.queries.ts'
import { reportError } from '#web/data/report-error.ts'
import { Card } from '#web/ui/Card.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Names before the others are only counted. */
const shown = 3

/**
 * Gives the certificate to those who finished the course without getting one, such as before there were certificates;
 * nothing while there is nobody.
 */
export const MissingCertificates = ({ courseId }: { courseId: number }) => {
  const users = useQuery(missingCertificates(courseId)).data?.users ?? []
  const { mutate, isPending } = useIssueCertificates(courseId)
  if (users.length === 0) return null
  const names = users.slice(0, shown).map(fullName).join(', ')
  const issue = () =>
    mutate(undefined, {
      onSuccess: ({ issued }) =>
        toast({
          severity: 'success',
          summary: `${plural(issued, 'Выдан', 'Выданы', 'Выдано')} ${counted(issued, 'сертификат', 'сертификата', 'сертификатов')}`,
        }),
      onError: (error) => reportError(error),
    })
  return (
    <Card>
      <Stack gap={3} align="start">
        <h2>Сертификаты</h2>
        <Text size={3} tone="soft" anywhere>
          {counted(
            users.length,
            `${called('студент')} прошёл`,
            `${called('студента')} прошли`,
            `${called('студентов')} прошли`,
          )}{' '}
          курс и {plural(users.length, 'ждёт', 'ждут', 'ждут')} сертификата: {names}
          {users.length > shown && ` и ещё ${users.length - shown}`}.
        </Text>
        <Button variant="light" loading={isPending} onClick={issue}>
          Выдать
        </Button>
      </Stack>
    </Card>
  )
}
