import { useQuery } from '@tanstack/react-query'
import { config } from '#web/app/config.ts'
import { usePageTitle } from '#web/app/page-head.ts'
import { usePageParams } from '#web/app/page-params.ts'
import { useSchool } from '#web/app/school.queries.ts'
import { CertificateView } from '#web/certificates/CertificateView.tsx'
import { certificateQuery } from '#web/certificates/certificates.queries.ts'
import type { PageLoad } from '#web/page-module.ts'
import { ListState } from '#web/ui/ListState.tsx'

export const load: PageLoad<'certificates.show'> = ({ number }) => ({ certificate: certificateQuery(number) })

const CertificatePage = () => {
  const { number } = usePageParams('certificates.show')
  const school = useSchool()?.name || config.app_name
  const query = useQuery(certificateQuery(number))
  usePageTitle(query.data && `Сертификат ${query.data.certificate.number}`)
  return (
    <ListState query={query} page>
      {({ certificate }) => <CertificateView certificate={certificate} school={school} />}
    </ListState>
  )
}

export default CertificatePage
