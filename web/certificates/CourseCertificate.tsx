import { Button } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { useActor } from '#web/auth/use-actor.ts'
import { certificatesQuery } from '#web/certificates/certificates.queries.ts'

/** The way to the certificate of a finished course, on its page; nothing while there is none. */
const CourseCertificate = ({ courseId }: { courseId: number }) => {
  const { data } = useQuery(certificatesQuery(useActor()?.id ?? 0))
  const own = data?.certificates.find(({ course_id, withdrawn }) => course_id === courseId && !withdrawn)
  if (!own) return null
  return (
    <Button
      component={Link}
      to={pathTo('certificates.show', { number: own.number })}
      leftSection={<IconCertificate size={20} stroke={1.75} aria-hidden="true" />}
    >
      Мой сертификат
    </Button>
  )
}

export default CourseCertificate
